/** Structured logs. Only listed fields are written: never bodies, never addresses with secrets. */
import { type DestinationStream, pino } from 'pino';
import { type LogFields, onlyListed } from './fields.js';

type Write = (fields: LogFields, message: string) => void;

export interface Logger {
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/** Opens a log that writes to `to`, or to standard output. */
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

/** Sets the level of all loggers; bootstrap calls it once with the configured level. */
export function setLogLevel(level: string): void {
  root.level = level;
}

/** Returns a logger whose lines carry the name of the service or module. */
export function logger(name: string): Logger {
  const child = root.child({ name });
  // pino copies the level when a child is created; follow the root, so that setLogLevel reaches loggers created at
  // import.
  Object.defineProperty(child, 'level', { get: () => root.level, set(_level: string) {} });
  return child;
}

/** Flattens an error to message, code and stack, with causes. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { message: error.message, code: (error as { code?: unknown }).code, stack: error.stack, cause };
}
