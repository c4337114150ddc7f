/** One request to a search service: through the outbound client, bounded in bytes and time, read by a schema. */
import { isServiceError } from '@zo/errors';
import { outboundFetch } from '@zo/outbound';
import type { z } from 'zod';
import { quoting, spokenIn, unreached } from '../models/provider-words.js';
import { SEARCH_LABELS, type SearchConnection } from './connection.js';
import { SearchError } from './search-error.js';

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_ERROR_CHARACTERS = 64 * 1024;

interface Request {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; GET without it. */
  readonly json?: object;
}

/** @throws SearchError, or the reason of the signal */
export async function ask<S extends z.ZodType>(
  connection: SearchConnection,
  request: Request,
  { schema, signal }: { schema: S; signal: AbortSignal },
): Promise<z.infer<S>> {
  const name = SEARCH_LABELS[connection.kind];
  const { ok, status, body } = await send(connection, request, signal);
  if (!ok) throw new SearchError(explainStatus(connection, status, body));
  const parsed = schema.safeParse(jsonOf(body));
  if (!parsed.success)
    throw new SearchError(`${name} answered, but not with search results. Check its address.`, { wasSent: true });
  return parsed.data;
}

async function send({ kind, allowPrivate }: SearchConnection, { url, headers, json }: Request, signal: AbortSignal) {
  const init = {
    method: json ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(json && { 'content-type': 'application/json' }), ...headers },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  };
  try {
    const answer = await outboundFetch(url, init, { allowPrivate, maxBytes: MAX_BYTES });
    return { ok: answer.ok, status: answer.status, body: await answer.text() };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const wasSent = unreached(error) === undefined && !isServiceError(error);
    throw new SearchError(explainFailure(error, SEARCH_LABELS[kind]), { cause: error, wasSent });
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function explainFailure(error: unknown, name: string): string {
  for (let found = error; found instanceof Error; found = found.cause) {
    if (isServiceError(found)) return found.detail;
    if (found.name === 'TimeoutError') return `${name} did not answer in time.`;
  }
  return unreached(error) ?? `The connection to ${name} failed.`;
}

/** Some services repeat the key in their errors. */
function explainStatus({ kind, apiKey }: SearchConnection, status: number, body: string): string {
  const name = SEARCH_LABELS[kind];
  const text = body.slice(0, MAX_ERROR_CHARACTERS);
  const words = spokenIn(apiKey ? text.replaceAll(apiKey, '…') : text);
  if (kind === 'searxng' && status === 403)
    return 'SearXNG does not answer in JSON. Add “json” to “formats” under “search” in its settings.yml and restart it.';
  if (status === 401 || status === 403) return quoting(`${name} does not accept the key.`, words);
  if (status === 429) return quoting(`${name} has had too many searches, or the account is used up.`, words);
  return quoting(`${name} answered with an error (${status}).`, words);
}
