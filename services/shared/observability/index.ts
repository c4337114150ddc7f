/** Structured logs. Only named fields are written: never bodies, never addresses with secrets. */
import { type DestinationStream, pino } from 'pino';
import { type LogFields, onlyListed } from './fields.js';

export type { LogFields };
export { withProbes } from './probes.js';

type Write = (fields: LogFields, message: string) => void;

export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Lines to where they are given to; without it, to what the process prints. */
export const openLog = (to?: DestinationStream) => {
  const options = {
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: onlyListed },
    serializers: { error: describeError },
  };
  return to ? pino(options, to) : pino(options);
};

const root = openLog();

/** Sets what is written from now on; called once by bootstrap with the configured level. */
export function setLogLevel(level: string): void {
  root.level = level;
}

/** A logger whose lines carry the name of the service or part. */
export function logger(name: string): Logger {
  const child = root.child({ name });
  // Children copy the level at birth; follow the root so that setLogLevel reaches loggers made at import.
  Object.defineProperty(child, 'level', { get: () => root.level, set(_level: string) {} });
  return child;
}

/** An error as a flat object: message, code and stack, with causes. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { message: error.message, code: (error as { code?: unknown }).code, stack: error.stack, cause };
}
