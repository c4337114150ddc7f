import { Code, ConnectError } from '@connectrpc/connect';

/** An answer that says no, with a sentence for people. */
export function refuse(code: Code, message: string): ConnectError {
  return new ConnectError(message, code);
}

export const notFound = (what: string) => refuse(Code.NotFound, `File not found: ${what}`);
export const taken = (name: string) => refuse(Code.AlreadyExists, `"${name}" already exists.`);
export const invalid = (message: string) => refuse(Code.InvalidArgument, message);
export const unfit = (message: string) => refuse(Code.FailedPrecondition, message);
export const leadsOut = (name: string) => unfit(`"${name}" is a link that leads out of your files.`);

const ERRNO: Record<string, [Code, string]> = {
  ENOENT: [Code.NotFound, 'File not found'],
  ENOTDIR: [Code.NotFound, 'File not found'],
  EEXIST: [Code.AlreadyExists, 'This name already exists'],
  ENOTEMPTY: [Code.AlreadyExists, 'This name already exists'],
  EACCES: [Code.PermissionDenied, 'Permission denied'],
  EPERM: [Code.PermissionDenied, 'Operation not permitted'],
  EROFS: [Code.PermissionDenied, 'The disk is read-only'],
  ENOSPC: [Code.ResourceExhausted, 'The disk is full'],
  EDQUOT: [Code.ResourceExhausted, 'The disk is full'],
  EFBIG: [Code.ResourceExhausted, 'The file is too large'],
  EMFILE: [Code.ResourceExhausted, 'Too many files are open'],
  ENFILE: [Code.ResourceExhausted, 'Too many files are open'],
  ENOMEM: [Code.ResourceExhausted, 'The computer is out of memory'],
  EAGAIN: [Code.ResourceExhausted, 'The computer runs too many processes'],
  EISDIR: [Code.FailedPrecondition, 'This is a folder'],
  ELOOP: [Code.FailedPrecondition, 'This link leads out of your files'],
  EBUSY: [Code.FailedPrecondition, 'The file is in use'],
  EINVAL: [Code.InvalidArgument, 'Not possible'],
  ENAMETOOLONG: [Code.InvalidArgument, 'The name is too long'],
};

/** The errno name of a system error, or undefined. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** Who asked has closed the stream. */
const hasLeft = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_HTTP2_INVALID_STREAM';

/** Any failure as an answer. What is unknown is logged and answered without its inside. */
export function toAnswer(error: unknown, subject = ''): ConnectError {
  if (error instanceof ConnectError) return error;
  const errno = errnoOf(error);
  const known = errno ? ERRNO[errno] : undefined;
  if (known) return refuse(known[0], subject ? `${known[1]}: ${subject}` : `${known[1]}.`);
  if ((error as Error | undefined)?.name === 'AbortError' || hasLeft(error)) return refuse(Code.Canceled, 'Cancelled.');
  console.error('unexpected failure', error);
  return refuse(
    Code.Internal,
    errno ? `The computer could not do this (${errno}).` : 'The computer could not do this.',
  );
}

const STATUS: Partial<Record<Code, number>> = {
  [Code.NotFound]: 404,
  [Code.AlreadyExists]: 409,
  [Code.InvalidArgument]: 400,
  [Code.FailedPrecondition]: 409,
  [Code.PermissionDenied]: 403,
  [Code.ResourceExhausted]: 507,
  [Code.OutOfRange]: 416,
  [Code.Unavailable]: 503,
  [Code.Unauthenticated]: 401,
  [Code.Unimplemented]: 405,
  [Code.Canceled]: 499,
};

/** The HTTP status that says the same as the code. */
export function statusOf(error: ConnectError): number {
  return STATUS[error.code] ?? 500;
}
