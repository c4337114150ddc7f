import type { Response } from 'express';

/** Aborts when the caller hangs up before the answer. */
export function untilClosed(response: Response): AbortSignal {
  const stopped = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) stopped.abort();
  });
  return stopped.signal;
}
