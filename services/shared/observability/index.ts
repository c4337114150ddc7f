/** Logs, probes, and work that is repeated in the background. */
export type { LogFields } from './fields.js';
export { describeError, type Logger, logger, openLog, setLogLevel } from './log.js';
export { withProbes } from './probes.js';
export { repeat, type RepeatOptions } from './repeat.js';
