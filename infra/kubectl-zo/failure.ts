import { refusalOf } from '@zo/shared/kube';

/** As sysexits.h has them. */
export const EXIT = { other: 1, usage: 64, notAllowed: 77 } as const;

/** What a person is told, and what the shell. */
export class Failure extends Error {
  constructor(message: string, readonly code: number = EXIT.other) {
    super(message);
  }
}

export const usage = (message: string) => new Failure(message, EXIT.usage);

/** Whatever went wrong, in one sentence. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const refusal = refusalOf(error);
  if (refusal) return new Failure(oneLine(refusal.message), refusal.code === 401 || refusal.code === 403 ? EXIT.notAllowed : EXIT.other);
  const { message, cause } = error as Error;
  const reason = cause instanceof Error ? cause.message : '';
  return new Failure(oneLine(message === 'fetch failed' ? `the API server cannot be reached: ${reason}` : message));
}

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ');
