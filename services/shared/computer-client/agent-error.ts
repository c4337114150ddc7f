/** Decodes errors of a computer's agent, as hostile input, in one place, so that no service decodes gRPC. */
import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  type AgentError as Detail,
  AgentErrorSchema,
  ErrorReason,
  type FileVersion,
  type Path,
  WriteConflictSchema,
} from '@zo/proto/agent/v1';

const REASONS = {
  [ErrorReason.NOT_FOUND]: 'notFound',
  [ErrorReason.NAME_TAKEN]: 'nameTaken',
  [ErrorReason.STALE_BASE]: 'staleBase',
  [ErrorReason.IS_FOLDER]: 'isFolder',
  [ErrorReason.NOT_REGULAR_FILE]: 'notRegularFile',
  [ErrorReason.LINK_OUTSIDE]: 'linkOutside',
  [ErrorReason.IN_USE]: 'inUse',
  [ErrorReason.NESTED_TOO_DEEP]: 'nestedTooDeep',
  [ErrorReason.TOO_LARGE]: 'tooLarge',
  [ErrorReason.DISK_FULL]: 'diskFull',
  [ErrorReason.NOT_PERMITTED]: 'notPermitted',
  [ErrorReason.INVALID]: 'invalid',
  [ErrorReason.SAME_TARGET]: 'sameTarget',
  [ErrorReason.INTO_ITSELF]: 'intoItself',
  [ErrorReason.UPLOAD_NOT_FOUND]: 'uploadNotFound',
  [ErrorReason.UPLOAD_SIZE_MISMATCH]: 'uploadSizeMismatch',
  [ErrorReason.CHUNK_MISMATCH]: 'chunkMismatch',
  [ErrorReason.LIMIT_REACHED]: 'limitReached',
  [ErrorReason.STOPPING]: 'unavailable',
  [ErrorReason.TIMED_OUT]: 'timedOut',
  [ErrorReason.CANCELLED]: 'interrupted',
  [ErrorReason.PROGRAM_MISSING]: 'programMissing',
  [ErrorReason.HOME_NOT_EMPTY]: 'homeNotEmpty',
  [ErrorReason.TERMINAL_NOT_FOUND]: 'terminalNotFound',
  [ErrorReason.UNREADABLE]: 'unreadable',
  [ErrorReason.ARCHIVE]: 'archive',
  [ErrorReason.RUNS_LATER]: 'runsLater',
  [ErrorReason.HOST_REFUSES]: 'hostRefuses',
  [ErrorReason.UNAUTHENTICATED]: 'unexpected',
  [ErrorReason.UNEXPECTED]: 'unexpected',
  [ErrorReason.UNSPECIFIED]: 'unexpected',
} as const satisfies Record<ErrorReason, string>;

/**
 * `unavailable`: the agent is unreachable, nothing was done. `interrupted`: the connection ended midway, the outcome is
 * unknown. `refused`: for a reason this version does not know. `unexpected`: an internal error of the agent.
 */
export type AgentErrorReason = (typeof REASONS)[ErrorReason] | 'refused';

/** Reasons for codes without a detail: errors of the transport itself, and agents of an older version. */
const BY_CODE: Partial<Record<Code, AgentErrorReason>> = {
  [Code.NotFound]: 'notFound',
  [Code.AlreadyExists]: 'nameTaken',
  [Code.InvalidArgument]: 'invalid',
  [Code.OutOfRange]: 'tooLarge',
  [Code.FailedPrecondition]: 'refused',
  [Code.PermissionDenied]: 'notPermitted',
  [Code.ResourceExhausted]: 'diskFull',
  [Code.Unavailable]: 'unavailable',
  [Code.DeadlineExceeded]: 'timedOut',
  [Code.Canceled]: 'interrupted',
  [Code.Aborted]: 'interrupted',
};
const BY_STATUS: Record<number, AgentErrorReason> = {
  400: 'invalid',
  403: 'notPermitted',
  404: 'notFound',
  409: 'refused',
  503: 'unavailable',
  507: 'diskFull',
};

const MAX_MESSAGE = 500;
const MAX_SEGMENTS = 2_048;
const MAX_PATH_BYTES = 4_096;

/** The current version of a file that conflicts with a write. */
export interface CurrentFile {
  /** SHA-256 of the content in hexadecimal; null if it was too large to be computed. */
  readonly hash: string | null;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface AgentErrorFacts {
  readonly path?: Path;
  /** Set for `staleBase`; absent if no file exists at the path. */
  readonly current?: CurrentFile;
  /** Bytes. */
  readonly size?: number;
  readonly limit?: number;
}

/** Why the agent refused or failed a request. Decide by `reason`. */
export class AgentError extends Error {
  readonly facts: AgentErrorFacts;

  constructor(
    readonly reason: AgentErrorReason,
    message: string,
    { cause, ...facts }: AgentErrorFacts & { readonly cause?: unknown } = {},
  ) {
    super(message.slice(0, MAX_MESSAGE), { cause });
    this.name = 'AgentError';
    this.facts = facts;
  }
}

/** Returns the typed error of anything a call of a `Computer` threw; undefined for other errors. */
export function agentErrorOf(error: unknown): AgentError | undefined {
  if (error instanceof Error && error.name === 'AgentError') return error as AgentError;
  if (!(error instanceof ConnectError)) return undefined;
  const [detail] = error.findDetails(AgentErrorSchema);
  if (detail) return fromDetail(detail, error.rawMessage, error);
  const [conflict] = error.findDetails(WriteConflictSchema);
  if (conflict) {
    const version = conflict.exists ? conflict.version : undefined;
    return new AgentError('staleBase', error.rawMessage, { ...currentFrom(version), cause: error });
  }
  return new AgentError(BY_CODE[error.code] ?? 'unexpected', error.rawMessage, { cause: error });
}

/** Returns true if a call of a `Computer` failed for one of these reasons. */
export function isAgentError(error: unknown, ...reasons: readonly AgentErrorReason[]): boolean {
  const found = agentErrorOf(error);
  return found !== undefined && reasons.includes(found.reason);
}

/** Returns true if a call was refused because the computer is about to stop: it did nothing. */
export function isStopping(error: unknown): boolean {
  return (
    error instanceof ConnectError &&
    error.findDetails(AgentErrorSchema).some(({ reason }) => reason === ErrorReason.STOPPING)
  );
}

/** Returns the typed error of an HTTP/1.1 error response. `body` is empty for HEAD. */
export function agentErrorOfResponse(status: number, body: string): AgentError {
  const { message, detail } = parseErrorBody(body);
  const text = message ?? `The computer answered ${status}.`;
  return detail ? fromDetail(detail, text) : new AgentError(BY_STATUS[status] ?? 'unexpected', text);
}

function parseErrorBody(body: string): { message?: string; detail?: Detail } {
  try {
    const { message, error } = JSON.parse(body) as { message?: unknown; error?: JsonValue };
    return {
      ...(typeof message === 'string' && { message }),
      ...(error !== undefined && { detail: fromJson(AgentErrorSchema, error, { ignoreUnknownFields: true }) }),
    };
  } catch {
    return {};
  }
}

function fromDetail(detail: Detail, message: string, cause?: unknown): AgentError {
  const reason: AgentErrorReason | undefined = REASONS[detail.reason];
  const facts = {
    ...(detail.path && isPath(detail.path) && { path: detail.path }),
    ...currentFrom(detail.current),
    ...(detail.size > 0n && { size: toSize(detail.size) }),
    ...(detail.limit > 0n && { limit: toSize(detail.limit) }),
  };
  return new AgentError(reason ?? 'refused', message, { ...facts, cause });
}

function isPath({ segments }: Path): boolean {
  return segments.length <= MAX_SEGMENTS && Buffer.byteLength(segments.join('/')) <= MAX_PATH_BYTES;
}

function currentFrom(version: FileVersion | undefined): { current?: CurrentFile } {
  if (!version) return {};
  const hash = /^[0-9a-f]{64}$/.test(version.hash) ? version.hash : null;
  const mtimeMs = Number.isFinite(version.mtimeMs) ? version.mtimeMs : 0;
  return { current: { hash, size: toSize(version.size), mtimeMs } };
}

const toSize = (bytes: bigint) => Number(bytes <= BigInt(Number.MAX_SAFE_INTEGER) ? bytes : Number.MAX_SAFE_INTEGER);
