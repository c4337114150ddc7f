/** Distinguishes a broken connection from an error response. */
import { ConnectError } from '@connectrpc/connect';
import { isInvalidResponse, isUnresponsive } from './response-limits.js';

export const CLOSED = 'http/2 stream closed';

/** Returns true if the connection broke before the response was complete; false for errors the other side returned. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || isUnresponsive(error) || isInvalidResponse(error)) return false;
  // connect-node's messages for truncated responses and ping timeouts, which have no code of their own.
  if (
    error instanceof ConnectError &&
    [CLOSED, 'PING timed out', 'protocol error: missing status'].some((words) => error.rawMessage.startsWith(words))
  )
    return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ERR_HTTP2|ERR_STREAM)/.test(String((error as NodeJS.ErrnoException).code))) return true;
  return isConnectionError(error.cause);
}
