/** One request to a model for media: through the outbound client, bounded in bytes and time, read by a schema. */
import { isServiceError } from '@zo/errors';
import { outboundFetch } from '@zo/outbound';
import type { z } from 'zod';
import { quoting, spokenIn, unreached } from '../models/provider-words.js';
import { endpoint, type MediaConnection } from './connection.js';
import { MediaError } from './media-error.js';
import { inSlotOf } from './user-slots.js';

const TIMEOUT_MS = 10 * 60_000;
const MAX_ERROR_CHARACTERS = 64 * 1024;

export interface MediaRequest<S extends z.ZodType> {
  readonly path: string;
  /** Undefined: a question, which changes nothing. */
  readonly body?: { readonly json: object } | { readonly form: FormData };
  readonly schema: S;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What proves to the provider who asks. Neither header follows a redirect to another origin. */
export function keyHeaders({ apiKey, protocol }: MediaConnection): Record<string, string> {
  if (apiKey === '') return {};
  return protocol === 'google' ? { 'x-goog-api-key': apiKey } : { authorization: `Bearer ${apiKey}` };
}

/** The model refused the request itself; another form of it may be accepted. */
export class RefusedRequestError extends MediaError {}

/** @throws MediaError, or the reason of the signal */
export function ask<S extends z.ZodType>(connection: MediaConnection, request: MediaRequest<S>): Promise<z.infer<S>> {
  return inSlotOf(connection.userId, request.signal, async () => {
    const { ok, status, body } = await send(connection, request);
    if (!ok) throw refusalOf(connection, status, body);
    const parsed = request.schema.safeParse(jsonOf(body));
    if (!parsed.success)
      throw new MediaError(`${connection.model} answered in a form that is not known here. Check its address.`);
    return parsed.data;
  });
}

async function send<S extends z.ZodType>(
  connection: MediaConnection,
  { path, body, maxBytes, signal }: MediaRequest<S>,
): Promise<{ ok: boolean; status: number; body: string }> {
  const { allowPrivate, model } = connection;
  const sent = body && (await encoded(body));
  const init = {
    method: sent ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(sent && { 'content-type': sent.type }),
      ...keyHeaders(connection),
    },
    ...(sent && { body: sent.bytes }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  };
  const policy = { allowPrivate, maxBytes, idleTimeoutMs: TIMEOUT_MS };
  try {
    const answer = await outboundFetch(endpoint(connection, path), init, policy);
    return { ok: answer.ok, status: answer.status, body: await answer.text() };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new MediaError(explainFailure(error, model), undefined, {
      cause: error,
      // What was sent may have been charged.
      isTemporary: !sent || unreached(error) !== undefined,
    });
  }
}

async function encoded(
  body: NonNullable<MediaRequest<z.ZodType>['body']>,
): Promise<{ type: string; bytes: Uint8Array }> {
  if ('json' in body) return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.json)) };
  // The form of this realm is not one of the outbound client.
  const form = new Response(body.form);
  return { type: form.headers.get('content-type')!, bytes: await form.bytes() };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function explainFailure(error: unknown, model: string): string {
  for (let found = error; found instanceof Error; found = found.cause) {
    if (isServiceError(found)) return found.detail;
    if (found.name === 'TimeoutError') return `${model} did not answer in time.`;
  }
  return unreached(error) ?? `The connection to ${model} failed.`;
}

/** Some services repeat the key in their errors. */
function refusalOf({ model, apiKey }: MediaConnection, status: number, body: string): MediaError {
  const text = body.slice(0, MAX_ERROR_CHARACTERS);
  const words = spokenIn(apiKey ? text.replaceAll(apiKey, '…') : text);
  if (status === 401 || status === 403) return new MediaError(quoting('The provider does not accept the key.', words));
  if (status === 404)
    return new MediaError(quoting(`There is no ${model} at this address. Check the address and the name.`, words));
  if (status === 413) return new MediaError(quoting(`The file is too large for ${model}.`, words));
  if (status === 429)
    return new MediaError(quoting(`${model} has had too many requests, or the account is used up.`, words), undefined, {
      isTemporary: true,
    });
  if (status === 400 || status === 422)
    return new RefusedRequestError(quoting(`${model} did not accept the request.`, words));
  return new MediaError(quoting(`${model} answered with an error (${status}).`, words), undefined, {
    isTemporary: status >= 500,
  });
}
