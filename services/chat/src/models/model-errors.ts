/** Explains a provider's failure: a sentence for the user, a flag for the retry policy. */
import { AISDKError, APICallError, JSONParseError, TypeValidationError } from 'ai';
import { isServiceError } from '@zo/errors';
import { causes, quoting, safeJson, spokenIn, unreached, wordsOf } from './provider-words.js';

export interface ModelFailure {
  /** One sentence for the user. */
  readonly message: string;
  readonly retryable: boolean;
  /** The request does not fit into the model's context window. */
  readonly isTooLong?: true;
  /** The provider says so of the model's window, and not of a body's size or a rate: the window is worth storing. */
  readonly isOfWindow?: true;
  /** The wait the provider asks for, if any. */
  readonly retryAfterMs?: number;
}

/** The provider sent nothing for too long. */
export class IdleTimeoutError extends Error {}
/** The step exceeded the maximum length. */
export class OutputLimitError extends Error {}
/** The provider answered with a document where a stream was asked for; the message is its beginning. */
export class UnexpectedAnswerError extends Error {}
/** The stream ended without a finish event. */
export class TruncatedStreamError extends Error {}

const RETRYABLE = new Set([408, 429, 500, 502, 503, 504, 529]);

export function explainModelError(error: unknown): ModelFailure {
  if (error instanceof IdleTimeoutError) return { message: 'The model stopped answering.', retryable: false };
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
  const streamed = streamedError(error);
  if (streamed) return streamed;
  // The client of the provider reads arguments recursively.
  if (causes(error).some((cause) => cause instanceof RangeError))
    return { message: 'The model’s answer is nested too deep to be read.', retryable: false };
  const unexpected = causes(error).find((cause) => cause instanceof UnexpectedAnswerError);
  if (unexpected) return { message: quoting(NOT_UNDERSTOOD, spokenIn(unexpected.message)), retryable: false };
  const garbled = causes(error).find(
    (cause) => JSONParseError.isInstance(cause) || TypeValidationError.isInstance(cause),
  );
  if (garbled) return { message: quoting(NOT_UNDERSTOOD, textOf(garbled)), retryable: false };
  const message = unreached(error) ?? (isOfSdk(error) ? NOT_UNDERSTOOD : 'The connection to the model failed.');
  return {
    message: quoting(message, isOfSdk(error) ? (error as Error).message : ''),
    retryable: causes(error).some(isConnectionError),
  };
}

const NOT_UNDERSTOOD = 'The provider’s answer could not be understood.';
const isOfSdk = (error: unknown) => AISDKError.isInstance(error);

function textOf(error: unknown): string {
  const { text, value } = error as { text?: string; value?: unknown };
  return text ?? (typeof value === 'object' && value !== null ? wordsOf(value) : '');
}

function explainCall(error: APICallError): ModelFailure {
  const declared = causes(error.cause).find((cause) => isServiceError(cause));
  if (isServiceError(declared)) return { message: declared.detail, retryable: false };
  const { statusCode, responseHeaders } = error;
  if (statusCode === undefined)
    return { message: unreached(error) ?? 'The provider cannot be reached.', retryable: error.isRetryable };
  if (statusCode < 400 && causes(error).some(isConnectionError)) return explainModelError(new TruncatedStreamError());
  if (statusCode < 400) return { message: quoting(NOT_UNDERSTOOD, spokenWords(error)), retryable: false };
  const words = spokenWords(error);
  const headerWait = retryAfter(responseHeaders);
  return { ...explainStatus(statusCode, words, headerWait), retryAfterMs: headerWait ?? waitIn(words) };
}

/** What the provider says, not what the client says about it: its message is the name of the status then. */
const spokenWords = ({ responseBody = '' }: APICallError): string => spokenIn(responseBody);

const NO_CREDIT = /insufficient.?(quota|credit|balance|funds)|credit balance/i;
/** Providers also say this of a rate, with the page where a higher one is bought. */
const MAYBE_NO_CREDIT = /exceeded your current quota|billing|payment/i;
const OUT_OF_CREDIT = new RegExp(`${NO_CREDIT.source}|${MAYBE_NO_CREDIT.source}`, 'i');
const RATE = /rate.?limit|(requests|tokens) per |per (second|minute|hour|day)|too many (requests|tokens)/i;
const TOO_LONG = new RegExp(
  [
    'context.?(length|window|size)',
    'maximum (context|prompt)',
    '(prompt|input|request).{0,40}too (long|large)',
    'too many (input )?tokens',
    'exceed.{0,60}tokens',
  ].join('|'),
  'i',
);
/** A single request above what a minute allows. */
const ABOVE_RATE = /request too large/i;
const OF_WINDOW = /context|prompt|token/i;

function explainStatus(status: number, words = '', wait: number | undefined = waitIn(words)): ModelFailure {
  const retryable = RETRYABLE.has(status);
  const say = (sentence: string, again = retryable): ModelFailure => ({
    message: quoting(sentence, words),
    retryable: again,
  });
  const isRate = status === 429 && (wait !== undefined || RATE.test(words)) && !NO_CREDIT.test(words);
  if (status === 402 || (status !== 401 && !isRate && OUT_OF_CREDIT.test(words)))
    return say('The account at the provider is out of credit. Top it up there, or choose another model.', false);
  if (status === 401) return say('The provider does not accept the key. Check it in Settings, Your AI.');
  if (status === 403) return say('The provider refuses this request.');
  if (isTooLong(status, words))
    return {
      ...say('The chat has grown too long for this model. Start a new one, or choose a model with more room.', false),
      isTooLong: true,
      ...(isOfWindow(status, words) && { isOfWindow: true }),
    };
  if (status === 404) return say('The provider does not know this model.');
  if (status === 429) return say(`The provider says there are too many requests.${whenAgain(wait)}`);
  if (status === 529 || status === 503) return say('The provider is overloaded right now.');
  if (status >= 500) return say(`The provider failed (status ${status}).`);
  return say(`The provider refused the request (status ${status}).`);
}

const MIN_NAMED_WAIT_MS = 10_000;

/** A wait that Zo does not sit out is named in words. */
function whenAgain(wait: number | undefined): string {
  if (wait === undefined || wait < MIN_NAMED_WAIT_MS) return '';
  const minutes = Math.ceil(wait / 60_000);
  if (minutes >= 120) return ` Try again in ${Math.ceil(minutes / 60)} hours.`;
  return wait < 90_000 ? ` Try again in ${Math.ceil(wait / 1000)} seconds.` : ` Try again in ${minutes} minutes.`;
}

function isTooLong(status: number, words: string): boolean {
  if (status === 429) return ABOVE_RATE.test(words);
  return status === 413 || (status < 500 && status !== 404 && TOO_LONG.test(words));
}

const isOfWindow = (status: number, words: string): boolean =>
  status !== 429 && TOO_LONG.test(words) && OF_WINDOW.test(words) && !/ per (second|min)/i.test(words);

const WAIT =
  /(?:retry|try again) (?:in|after) (?:(\d{1,3}) ?h)?(?:(\d{1,4}) ?m(?!s))?(?:(\d{1,9}(?:\.\d{1,9})?) ?(m?s))?/i;

/** The wait that a provider names in its sentence only, in milliseconds: “try again in 1m4.77s”. */
function waitIn(words: string): number | undefined {
  const [, hours, minutes, seconds, unit] = WAIT.exec(words) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  const last = Number(seconds ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000);
  return Math.ceil((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + last);
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

/** Explains error events inside a stream that began with 200: `overloaded_error`, `rate_limit_exceeded`, … */
function streamedError(error: unknown): ModelFailure | undefined {
  if (error instanceof Error) return undefined;
  const kind = safeJson(error);
  const words = wordsOf(error);
  if (/overloaded/i.test(kind)) return explainStatus(529, words);
  if (OUT_OF_CREDIT.test(kind) || /rate.?limit|per minute/i.test(kind))
    return { ...explainStatus(429, words), retryAfterMs: waitIn(words) };
  if (/server_error|internal|api_error/i.test(kind)) return explainStatus(500, words);
  if (TOO_LONG.test(kind)) return explainStatus(413, words);
  return { message: quoting('The provider ended the answer.', words), retryable: false };
}

const isConnectionError = (cause: unknown) =>
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|UND_ERR)/.test((cause as { code?: string }).code ?? '') ||
  (cause as Error).message === 'terminated';
