/**
 * Errors that are part of a contract: code, HTTP status and sentence are declared together and thrown by services.
 * Exactly one filter (http/problem.ts) turns them into a response.
 */
export { isDatabaseUnavailable } from './database.js';

/** An error callers may rely on. `extras` become members of the problem body, `headers` response headers. */
export class ServiceError extends Error {
  readonly status: number;
  readonly detail: string;

  constructor(
    readonly code: string,
    { status, detail }: Pick<ServiceError, 'status' | 'detail'>,
    readonly more: { extras?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(`${code}: ${detail}`, { cause: more.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.detail = detail;
  }
}

type Declaration = readonly [status: number, sentence: string];
type Values = Record<string, string | number>;
type Factory = (values?: Values, more?: ServiceError['more']) => ServiceError;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Declares the errors of a scope and returns one factory per error: `defineErrors('files', { nameTaken: [409, '“{name}”
 * is already there.'] }).nameTaken({ name })` creates an error with code `files.name_taken`; each `{…}` in the sentence
 * is filled from the values.
 */
export function defineErrors<T extends Record<string, Declaration>>(
  scope: string,
  table: T,
): { readonly [K in keyof T]: Factory } {
  const entries = Object.entries(table).map(([name, [status, sentence]]): [string, Factory] => {
    const code = `${scope}.${snake(name)}`;
    return [name, (values = {}, more) => new ServiceError(code, { status, detail: fill(sentence, values) }, more)];
  });
  return Object.freeze(Object.fromEntries(entries)) as { readonly [K in keyof T]: Factory };
}

function fill(sentence: string, values: Values): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}

/** Returns true for an error of the given code. Compares the code, because `instanceof` fails across bundles. */
export function isServiceError(error: unknown, code?: string): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    (code === undefined || (error as ServiceError).code === code)
  );
}

/** Errors that any service can throw. */
export const errors = defineErrors('http', {
  invalid: [400, '{reason}'],
  signedOut: [401, 'Sign in to go on.'],
  notFound: [404, 'There is nothing here.'],
  unavailable: [503, '{what} is not answering. Nothing was lost; try again in a moment.'],
});
