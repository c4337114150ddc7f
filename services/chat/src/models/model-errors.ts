/** Explains a provider's failure: a sentence for the user, a flag for the retry policy. */
import { APICallError } from 'ai';
import { isServiceError } from '@zo/errors';

export interface ModelFailure {
  /** One sentence for the user. */
  readonly message: string;
  readonly retryable: boolean;
  /** The wait the provider asks for, if any. */
  readonly retryAfterMs?: number;
}

/** The provider sent nothing for too long. */
export class IdleTimeoutError extends Error {}
/** The step exceeded the maximum length. */
export class OutputLimitError extends Error {}
/** The stream ended without a finish event. */
export class TruncatedStreamError extends Error {}

const RETRYABLE = new Set([408, 429, 500, 502, 503, 504, 529]);

export function explainModelError(error: unknown): ModelFailure {
  if (error instanceof IdleTimeoutError) return { message: 'The model stopped answering.', retryable: true };
  if (error instanceof OutputLimitError)
    return { message: 'The answer grew too long and was ended.', retryable: false };
  if (error instanceof TruncatedStreamError)
    return { message: 'The connection to the model broke before the answer was complete.', retryable: true };
  if (APICallError.isInstance(error)) return explainCall(error);
  const declared = causes(error).find((cause) => isServiceError(cause));
  if (isServiceError(declared)) return { message: declared.detail, retryable: false };
  const call = causes(error).find((cause) => APICallError.isInstance(cause));
  if (call) return explainCall(call as APICallError);
  if (causes(error).some((cause) => (cause as Error).name === 'TimeoutError'))
    return { message: 'The model did not answer in time.', retryable: true };
  const streamed = streamedStatus(error);
  if (streamed !== undefined) return explainStatus(streamed);
  return {
    message: unreached(error) ?? 'The connection to the model failed.',
    retryable: causes(error).some(isConnectionError),
  };
}

/** Returns why no connection was made, for the user who entered the address; undefined if one was made. */
function unreached(error: unknown): string | undefined {
  const codes = causes(error).map((cause) => (cause as { code?: string }).code ?? '');
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return 'The provider’s address cannot be found.';
  return codes.some((code) => /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    ? 'Nothing answers at the provider’s address.'
    : undefined;
}

function explainCall(error: APICallError): ModelFailure {
  const declared = causes(error.cause).find((cause) => isServiceError(cause));
  if (isServiceError(declared)) return { message: declared.detail, retryable: false };
  const { statusCode, responseHeaders } = error;
  if (statusCode === undefined)
    return { message: unreached(error) ?? 'The provider cannot be reached.', retryable: error.isRetryable };
  if (statusCode < 400 && causes(error).some(isConnectionError)) return explainModelError(new TruncatedStreamError());
  if (statusCode < 400) return { message: 'The provider’s answer could not be understood.', retryable: false };
  return { ...explainStatus(statusCode, error.message), retryAfterMs: retryAfter(responseHeaders) };
}

function explainStatus(status: number, detail = ''): ModelFailure {
  const retryable = RETRYABLE.has(status);
  if (status === 401 || status === 403)
    return { message: 'The provider does not accept the key. Check it in the settings.', retryable };
  if (status === 404) return { message: 'The provider does not know this model.', retryable };
  if (status === 413 || /context|too long|maximum.*tokens/i.test(detail))
    return { message: 'The chat has grown too long for this model.', retryable: false };
  if (status === 429)
    return { message: 'The provider says there are too many requests, or the account is out of credit.', retryable };
  if (status === 529 || status === 503) return { message: 'The provider is overloaded right now.', retryable };
  if (status >= 500) return { message: `The provider failed (status ${status}).`, retryable };
  const shortDetail = detail.replace(/\s+/g, ' ').slice(0, 300);
  return {
    message: `The provider refused the request (status ${status})${shortDetail ? `: ${shortDetail}` : '.'}`,
    retryable,
  };
}

/** Parses all three forms: milliseconds (`retry-after-ms`), seconds, and a date. Undefined if absent or invalid. */
export function retryAfter(headers: Record<string, string> | undefined, now: number = Date.now()): number | undefined {
  const exact = Number(headers?.['retry-after-ms'] ?? NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const text = headers?.['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Status for error events inside a stream that began with 200: `overloaded_error`, `rate_limit_exceeded`, … */
function streamedStatus(error: unknown): number | undefined {
  const text = error instanceof Error ? error.message : safeJson(error);
  if (/overloaded/i.test(text)) return 529;
  if (/rate.?limit/i.test(text)) return 429;
  if (/server_error|internal|api_error/i.test(text)) return 500;
  return undefined;
}

function safeJson(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  } catch {
    return '';
  }
}

function causes(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (
    let cause = error;
    typeof cause === 'object' && cause !== null && all.length < 10;
    cause = (cause as Error).cause
  )
    all.push(cause);
  return all;
}

const isConnectionError = (cause: unknown) =>
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR)/.test((cause as { code?: string }).code ?? '') ||
  (cause as Error).message === 'terminated';
