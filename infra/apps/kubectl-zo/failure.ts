import { refusalOf } from '@zo/kube';

/** As sysexits.h has them. */
export const EXIT = { other: 1, usage: 64, notAllowed: 77 } as const;

/** What a person is told, and what the shell. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly code: number = EXIT.other,
  ) {
    super(message);
  }
}

export const usage = (message: string) => new Failure(message, EXIT.usage);

/** Whatever went wrong, in one sentence. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const refusal = refusalOf(error);
  if (refusal)
    return new Failure(
      oneLine(refusal.message),
      refusal.code === 401 || refusal.code === 403 ? EXIT.notAllowed : EXIT.other,
    );
  const { message, cause, syscall } = error as NodeJS.ErrnoException;
  const reason = message === 'fetch failed' && cause instanceof Error ? cause.message : message;
  const isAway = message === 'fetch failed' || syscall === 'connect' || syscall === 'getaddrinfo';
  return new Failure(oneLine(isAway ? `the API server cannot be reached: ${reason}` : message));
}

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ');
