/** Semaphore errors into responses (RFC 9457), in the only place that does so and with the only body shape. */
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { Code, ConnectError } from '@connectrpc/connect';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { errors, isDatabaseUnavailable, isServiceError, type ServiceError } from '@zo/errors';
import { logger } from '@zo/observability';

export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  /** Machine-readable code, e.g. `files.name_taken`. */
  code: z.string(),
  /** The sentence shown to users (`detail` of RFC 9457). */
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

/** HTTP status for an error of the computer's agent or of another service. */
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
    // For consumers, rethrow: the event log retries and parks.
    if (host.getType() !== 'http') throw error;
    const http = host.switchToHttp();
    sendProblem(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>(), error);
  }
}

/** Default headers: responses are only for our own pages, never cached, and their media type is never guessed. */
const DEFAULT_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Sets the default headers; a handler may override them. */
export function forbidCaching(response: ServerResponse): void {
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) response.setHeader(name, value);
}

/** Responds with the problem of an error, or closes the connection if the response has already begun. */
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
    ...DEFAULT_HEADERS,
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Logs an internal error with its stack, but unavailability in one line, because an outage causes many. */
function report(error: unknown, { status, code }: Problem, method: string | undefined): void {
  if (status === 503) log.warn({ reason: reasonOf(error), method, code }, 'not available');
  else if (status >= 500) log.error({ error, method, code }, 'request failed');
}

// Node's AggregateError of several addresses has no message.
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as { code?: unknown }).code ?? error.name) : String(error);

/** Returns the problem of any thrown value; unknown errors reveal no internals. */
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
  const cause = error as { type?: string; status?: number; code?: string } | undefined;
  // body-parser's errors: malformed, too large, wrong charset or length.
  if (typeof cause?.type === 'string' && typeof cause.status === 'number' && cause.status < 500) {
    return {
      status: cause.status,
      code: `http.${cause.type.replaceAll('.', '_')}`,
      detail: 'The request body cannot be read.',
      more: {},
    };
  }
  // The body is not encoded as its content-encoding says: zlib, Brotli, Zstandard.
  if (typeof cause?.code === 'string' && /^(Z_|ZSTD_|ERR__|ERR_BROTLI_|ERR_ZSTD_)/.test(cause.code))
    return { status: 400, code: 'http.encoding', detail: 'The request body cannot be read.', more: {} };
  // Text that no column can hold: a null character or half of a surrogate pair. Whichever schema let it through, the
  // client sent it.
  if (/^(22021|22P05)$/.test(cause?.code ?? ''))
    return {
      status: 400,
      code: 'http.bad_text',
      detail: 'The text holds a character that cannot be stored.',
      more: {},
    };
  if (isDatabaseUnavailable(error)) return errors.unavailable({ what: 'The database' });
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
