/** Tells a way that broke from an answer that says no. */
import { ConnectError } from '@connectrpc/connect';
import { isBadAnswer, isNotAnswering } from './answer-limits.js';

export const CLOSED = 'http/2 stream closed';

/** True when the way to the other side broke before its answer was complete; false for what it answered itself. */
export function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error) || isNotAnswering(error) || isBadAnswer(error)) return false;
  // connect-node's words for an answer that breaks off, and for pings nobody answers; they carry no code of their own.
  if (
    error instanceof ConnectError &&
    [CLOSED, 'PING timed out', 'protocol error: missing status'].some((words) => error.rawMessage.startsWith(words))
  )
    return true;
  if (/^(ECONN|EPIPE|ETIMEDOUT|ERR_HTTP2|ERR_STREAM)/.test(String((error as NodeJS.ErrnoException).code))) return true;
  return isConnectionFault(error.cause);
}
