import type { ServerResponse } from 'node:http';

/** Aborted when the client does not wait any more, so that the computer stops its work. */
export function whileWaited(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once('close', () => left.abort());
  return left.signal;
}
