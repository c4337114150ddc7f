/** The one place that turns what went wrong into a response (RFC 9457), and the one shape of it. */
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { Code, ConnectError } from '@connectrpc/connect';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { errors, isServiceError, type ServiceError } from '@zo/errors';
import { logger } from '@zo/observability';

export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** What programs tell it by: `files.name_taken`. */
  code: z.string(),
  /** The sentence shown to people; the specification's `detail`. */
  detail: z.string(),
});
export type Problem = Readonly<z.infer<typeof problem>>;

const log = logger('http');
const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Signed out',
  403: 'Not allowed',
  404: 'Not found',
  408: 'Too slow',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Not acceptable as it is',
  429: 'Too many requests',
  500: 'Our fault',
  502: 'No usable answer',
  503: 'Not available',
  507: 'Disk full',
};

/** HTTP status of an answer of the computer's agent or another service. */
const RPC_STATUS: Partial<Record<Code, [status: number, code: string]>> = {
  [Code.InvalidArgument]: [400, 'rpc.invalid'],
  [Code.OutOfRange]: [413, 'rpc.too_large'],
  [Code.NotFound]: [404, 'rpc.not_found'],
  [Code.AlreadyExists]: [409, 'rpc.already_exists'],
  [Code.FailedPrecondition]: [409, 'rpc.conflict'],
  [Code.PermissionDenied]: [403, 'rpc.not_allowed'],
  [Code.ResourceExhausted]: [507, 'rpc.full'],
  [Code.Unavailable]: [503, 'rpc.unavailable'],
  [Code.DataLoss]: [502, 'rpc.bad_answer'],
  [Code.DeadlineExceeded]: [503, 'rpc.too_slow'],
  [Code.Aborted]: [503, 'rpc.interrupted'],
  [Code.Canceled]: [503, 'rpc.interrupted'],
};

@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    // Consumers: the event log retries and parks, so the error has to travel on.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    sendProblem(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>(), error);
  }
}

/** An answer of ours is for the page that asked, at this moment, and is what it says it is. */
const OURS_ALONE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Sets what every answer has that says nothing else. */
export function keepToOurselves(response: ServerResponse): void {
  for (const [name, value] of Object.entries(OURS_ALONE)) response.setHeader(name, value);
}

/** Answers with the problem of an error; a response already begun is cut off instead. */
export function sendProblem(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { problem, headers } = toProblem(error);
  report(error, problem, request.method);
  if (response.headersSent || response.writableEnded) {
    response.destroy();
    return;
  }
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...OURS_ALONE,
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A fault of ours with its stack; what is away for the moment in one line, as there are many of them then. */
function report(error: unknown, { status, code }: Problem, method: string | undefined): void {
  if (status === 503) log.warn({ reason: reasonOf(error), method, code }, 'not available');
  else if (status >= 500) log.error({ error, method, code }, 'request failed');
}

// Node's error of several addresses has no message.
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as { code?: unknown }).code ?? error.name) : String(error);

/** The problem of any thrown value; unknown ones say nothing of the inside. */
export function toProblem(error: unknown): { problem: Problem; headers: Record<string, string> } {
  const known = asServiceError(error);
  const problem = {
    type: 'about:blank',
    title: TITLES[known.status] ?? 'Error',
    status: known.status,
    code: known.code,
    detail: known.detail,
  };
  const retry: Record<string, string> = known.status === 503 ? { 'retry-after': '1' } : {};
  return { problem: { ...problem, ...known.more.extras }, headers: { ...retry, ...known.more.headers } };
}

type Described = Pick<ServiceError, 'status' | 'code' | 'detail' | 'more'>;

function asServiceError(error: unknown): Described {
  if (isServiceError(error)) return error;
  if (error instanceof HttpException) return fromHttpException(error);
  if (error instanceof ConnectError) {
    const [status, code] = RPC_STATUS[error.code] ?? [500, 'rpc.failed'];
    if (status !== 500) return { status, code, detail: error.rawMessage, more: {} };
  }
  const fault = error as { type?: string; status?: number; code?: string } | undefined;
  // body-parser's errors: malformed, too large, wrong charset or length.
  if (typeof fault?.type === 'string' && typeof fault.status === 'number' && fault.status < 500) {
    return {
      status: fault.status,
      code: `http.${fault.type.replaceAll('.', '_')}`,
      detail: 'The request body cannot be read.',
      more: {},
    };
  }
  // A body that is not compressed the way it says: zlib, Brotli, Zstandard.
  if (typeof fault?.code === 'string' && /^(Z_|ZSTD_|ERR__|ERR_BROTLI_|ERR_ZSTD_)/.test(fault.code))
    return { status: 400, code: 'http.encoding', detail: 'The request body cannot be read.', more: {} };
  // Text no column can hold: a zero character, half of a surrogate pair. Whatever schema let it through, the sender wrote it.
  if (/^(22021|22P05)$/.test(fault?.code ?? ''))
    return {
      status: 400,
      code: 'http.bad_text',
      detail: 'The text holds a character that cannot be stored.',
      more: {},
    };
  if (isDatabaseAway(error)) return errors.unavailable({ what: 'The database' });
  return {
    status: 500,
    code: 'http.unexpected',
    detail: 'Something went wrong on our side. Your files are safe.',
    more: {},
  };
}

function fromHttpException(error: HttpException): Described {
  const status = error.getStatus();
  if (status === 404) return errors.notFound();
  return { status, code: `http.${status}`, detail: error.message, more: {} };
}

/** Connection refused or lost, Postgres shutting down or recovering (class 57P0x, 08xxx), or without disk, memory or connections (53xxx). */
function isDatabaseAway(error: unknown): boolean {
  const { code = '', name = '', message = '' } = (error ?? {}) as { code?: string; name?: string; message?: string };
  // A connection lost between two statements is told by the pool and by TypeORM in words of their own, without a code.
  const lost =
    /^QueryRunner(Provider)?AlreadyReleasedError$/.test(name) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(message);
  return lost || /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57P0\d|08\w{3}|53\w{3})$/.test(code);
}
