import type { Response } from 'express';

/** Aborted when the client does not wait any more, so that the computer stops its work. */
export function whileWaited(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  return left.signal;
}
