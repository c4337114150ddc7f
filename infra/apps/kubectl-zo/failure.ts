import { apiErrorOf } from '@zo/kube';

/** The exit codes of sysexits.h. */
export const EXIT = { other: 1, usage: 64, notAllowed: 77 } as const;

/** An error with a message for the user and an exit code for the shell. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly code: number = EXIT.other,
  ) {
    super(message);
  }
}

export const usage = (message: string) => new Failure(message, EXIT.usage);

/** Converts any error to one sentence. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const refusal = apiErrorOf(error);
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
