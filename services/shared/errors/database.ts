/** What pg-pool says of a connection that did not become free or did not open in time. */
const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Query read timeout',
];

/**
 * Returns true if the connection was refused or lost, no connection became free or answered in time, or Postgres is
 * shutting down, recovering (57P0x, 08xxx), or out of disk, memory or connections (53xxx).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string };
  // The pool and TypeORM report these by message only, without a code.
  const isLost =
    /^QueryRunner(Provider)?AlreadyReleasedError$/.test(name) || MESSAGES.some((words) => message.startsWith(words));
  return isLost || /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0\d|08\w{3}|53\w{3})$/.test(code);
}
