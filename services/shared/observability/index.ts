/** Structured logs. Only named fields are written: never bodies, never addresses with secrets. */
import { pino, type Logger } from 'pino';

export type { Logger };
export { withProbes } from './probes.js';

const root = pino({
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  serializers: { error: describeError },
});

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
