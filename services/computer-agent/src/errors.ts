import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { type AgentError, AgentErrorSchema, ErrorReason, type FileVersion, type Path } from '@zo/proto/agent/v1';

/** Errors travel in headers, which are limited to 64 KiB. */
const MAX_MESSAGE = 1_000;

const CODES: Record<ErrorReason, Code> = {
  [ErrorReason.UNSPECIFIED]: Code.Internal,
  [ErrorReason.NOT_FOUND]: Code.NotFound,
  [ErrorReason.NAME_TAKEN]: Code.AlreadyExists,
  [ErrorReason.STALE_BASE]: Code.FailedPrecondition,
  [ErrorReason.IS_FOLDER]: Code.FailedPrecondition,
  [ErrorReason.NOT_REGULAR_FILE]: Code.FailedPrecondition,
  [ErrorReason.LINK_OUTSIDE]: Code.FailedPrecondition,
  [ErrorReason.IN_USE]: Code.FailedPrecondition,
  [ErrorReason.NESTED_TOO_DEEP]: Code.FailedPrecondition,
  [ErrorReason.TOO_LARGE]: Code.OutOfRange,
  [ErrorReason.DISK_FULL]: Code.ResourceExhausted,
  [ErrorReason.NOT_PERMITTED]: Code.PermissionDenied,
  [ErrorReason.INVALID]: Code.InvalidArgument,
  [ErrorReason.SAME_TARGET]: Code.InvalidArgument,
  [ErrorReason.INTO_ITSELF]: Code.InvalidArgument,
  [ErrorReason.UPLOAD_NOT_FOUND]: Code.NotFound,
  [ErrorReason.UPLOAD_SIZE_MISMATCH]: Code.FailedPrecondition,
  [ErrorReason.CHUNK_MISMATCH]: Code.FailedPrecondition,
  [ErrorReason.LIMIT_REACHED]: Code.ResourceExhausted,
  [ErrorReason.STOPPING]: Code.Unavailable,
  [ErrorReason.TIMED_OUT]: Code.DeadlineExceeded,
  [ErrorReason.CANCELLED]: Code.Canceled,
  [ErrorReason.PROGRAM_MISSING]: Code.FailedPrecondition,
  [ErrorReason.HOME_NOT_EMPTY]: Code.FailedPrecondition,
  [ErrorReason.UNAUTHENTICATED]: Code.Unauthenticated,
  [ErrorReason.UNEXPECTED]: Code.Internal,
  [ErrorReason.TERMINAL_NOT_FOUND]: Code.NotFound,
  [ErrorReason.UNREADABLE]: Code.FailedPrecondition,
  [ErrorReason.ARCHIVE]: Code.FailedPrecondition,
  [ErrorReason.RUNS_LATER]: Code.FailedPrecondition,
  [ErrorReason.HOST_REFUSES]: Code.FailedPrecondition,
};

/** What a caller needs to act on the reason of an error. */
export interface ErrorFacts {
  readonly path?: Path | undefined;
  readonly current?: FileVersion | undefined;
  /** Bytes. */
  readonly size?: bigint;
  /** Bytes. */
  readonly limit?: bigint;
}

/** An error with a reason for programs and a message for users. */
export function agentError(reason: ErrorReason, message: string, facts: ErrorFacts = {}): ConnectError {
  return withDetail(message, create(AgentErrorSchema, { reason, ...facts }));
}

function withDetail(message: string, value: AgentError): ConnectError {
  return new ConnectError(message.slice(0, MAX_MESSAGE), CODES[value.reason], undefined, [
    { desc: AgentErrorSchema, value },
  ]);
}

/** The detail of an error made by `refuse`. */
export function detailOf(error: ConnectError): AgentError {
  const [detail] = error.findDetails(AgentErrorSchema);
  return detail ?? create(AgentErrorSchema, { reason: ErrorReason.UNEXPECTED });
}

/** How listings show a byte that is not UTF-8 (`textOf`). No path leads to such a name. */
const ESCAPED = /\\x[89A-F][0-9A-F]/;
const NOT_UTF8 =
  'The name is not valid UTF-8 text, so this file can only be used in the terminal. Rename it there first.';

export const notFound = (what: string) =>
  ESCAPED.test(what)
    ? agentError(ErrorReason.INVALID, NOT_UTF8)
    : agentError(ErrorReason.NOT_FOUND, `File not found: ${what}`);
export const taken = (name: string) => agentError(ErrorReason.NAME_TAKEN, `"${name}" already exists.`);
export const invalid = (message: string) => agentError(ErrorReason.INVALID, message);
export const isFolder = (name: string) => agentError(ErrorReason.IS_FOLDER, `"${name}" is a folder.`);
export const notRegular = (name: string) =>
  agentError(ErrorReason.NOT_REGULAR_FILE, `"${name}" is not a regular file.`);
export const linkOutside = (name: string) =>
  agentError(ErrorReason.LINK_OUTSIDE, `"${name}" is a link that leads out of your files.`);

const ERRNO: Record<string, [ErrorReason, string]> = {
  ENOENT: [ErrorReason.NOT_FOUND, 'File not found'],
  ENOTDIR: [ErrorReason.NOT_FOUND, 'File not found'],
  EEXIST: [ErrorReason.NAME_TAKEN, 'This name already exists'],
  ENOTEMPTY: [ErrorReason.NAME_TAKEN, 'This name already exists'],
  EACCES: [ErrorReason.NOT_PERMITTED, 'Permission denied'],
  EPERM: [ErrorReason.NOT_PERMITTED, 'Operation not permitted'],
  EROFS: [ErrorReason.NOT_PERMITTED, 'The disk is read-only'],
  ENOSPC: [ErrorReason.DISK_FULL, 'The disk is full'],
  EDQUOT: [ErrorReason.DISK_FULL, 'The disk is full'],
  EFBIG: [ErrorReason.TOO_LARGE, 'The file is too large'],
  EMFILE: [ErrorReason.LIMIT_REACHED, 'Too many files are open'],
  ENFILE: [ErrorReason.LIMIT_REACHED, 'Too many files are open'],
  ENOMEM: [ErrorReason.LIMIT_REACHED, 'The computer is out of memory'],
  EAGAIN: [ErrorReason.LIMIT_REACHED, 'The computer runs too many processes'],
  EISDIR: [ErrorReason.IS_FOLDER, 'This is a folder'],
  ELOOP: [ErrorReason.LINK_OUTSIDE, 'This link leads out of your files'],
  EBUSY: [ErrorReason.IN_USE, 'The file is in use'],
  EINVAL: [ErrorReason.INVALID, 'Not possible'],
  ENAMETOOLONG: [ErrorReason.INVALID, 'The name is too long'],
};

/** The errno name of a system error, or undefined. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

/** Whether the caller has closed the stream. */
const isDisconnect = (error: unknown) =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_HTTP2_INVALID_STREAM';

/** What a request was about: one path, and for a move or copy also the target. */
export interface Subject {
  readonly shown: string;
  readonly path?: Path | undefined;
  readonly to?: Path | undefined;
}

/** Converts any failure to an error for the caller. Unknown failures are logged and answered without details. */
export function toError(error: unknown, subject: Subject = { shown: '' }): ConnectError {
  const answer = error instanceof ConnectError ? error : fromFailure(error, subject.shown);
  const detail = detailOf(answer);
  if (answer.code !== CODES[detail.reason]) return answer;
  const path = detail.path ?? (detail.reason === ErrorReason.NAME_TAKEN ? subject.to : undefined) ?? subject.path;
  if (path) detail.path = path;
  return withDetail(answer.rawMessage, detail);
}

/** Whether the host has taken from this process the ability to write files, as it does over the limit of the disk. */
export function mayNotWrite(): boolean {
  return process.platform === 'linux' && /^Max file size\s+0\s/m.test(fs.readFileSync('/proc/self/limits', 'utf8'));
}

/**
 * Why the rules of macOS keep this program out. It asks its user for Desktop, Documents, Downloads and other disks, and
 * answers EPERM while the answer is no; without the permission of a folder the answer is EACCES, as elsewhere.
 */
export function refusalOf(errno: string | undefined, shown: string, platform: string = process.platform) {
  if (platform !== 'darwin' || errno !== 'EPERM') return undefined;
  const what = shown && shown !== '/' ? `“${shown}”` : 'this folder';
  return (
    `macOS does not let zo-machine open ${what}. On that Mac allow it for the app in which zo-machine runs ` +
    '(System Settings › Privacy & Security › Files and Folders), then start zo-machine again.'
  );
}

function fromFailure(error: unknown, shown: string): ConnectError {
  const errno = errnoOf(error);
  const refusal = refusalOf(errno, shown);
  if (refusal) return agentError(ErrorReason.HOST_REFUSES, refusal);
  const known = errno ? ERRNO[errno === 'EFBIG' && mayNotWrite() ? 'ENOSPC' : errno] : undefined;
  if (known) return agentError(known[0], shown ? `${known[1]}: ${shown}` : `${known[1]}.`);
  if ((error as Error | undefined)?.name === 'AbortError' || isDisconnect(error))
    return agentError(ErrorReason.CANCELLED, 'Cancelled.');
  console.error('unexpected failure', error);
  return agentError(
    ErrorReason.UNEXPECTED,
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

/** The HTTP status that corresponds to the code. */
export function statusOf(error: ConnectError): number {
  return STATUS[error.code] ?? 500;
}
