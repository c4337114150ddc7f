/** Connects the AI SDK to a provider's model; every request goes through the checked outbound client. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import { outboundFetch } from '@zo/outbound';
import type { LanguageModel } from 'ai';
import { UnexpectedAnswerError } from './model-errors.js';
import { baseUrlOf, type Connection } from './provider.js';
import { lifeListener } from './signs-of-life.js';

/** `fetch` for the SDK. Only the owner of the installation may reach private addresses. */
export function fetchFor(
  { allowPrivate, apiKey }: Pick<Connection, 'allowPrivate' | 'apiKey'>,
  idleTimeoutMs: number,
): typeof globalThis.fetch {
  return (async (input: string | URL, init?: RequestInit) => {
    const policy = { allowPrivate, idleTimeoutMs, onReceived: lifeListener() };
    const answer = (await outboundFetch(input, init as never, policy)) as unknown as Response;
    if (!answer.ok) return refusal(answer, apiKey);
    if (asksForStream(input, init) && IS_DOCUMENT.test(answer.headers.get('content-type') ?? ''))
      throw new UnexpectedAnswerError(await beginning(answer.body, MAX_ERROR_BYTES));
    return answer;
  }) as unknown as typeof globalThis.fetch;
}

const MAX_ERROR_BYTES = 64 * 1024;
/** No stream of events: the page of a proxy, or an error with a status of success. */
const IS_DOCUMENT = /^(text\/html|application\/json)\b/i;

const asksForStream = (input: string | URL, init?: RequestInit): boolean =>
  /:stream/i.test(String(input)) || (typeof init?.body === 'string' && /"stream":\s*true/.test(init.body));

/**
 * Truncates an error response, which is shown and stored, and removes the API key, which some providers repeat in it.
 */
async function refusal(answer: Response, key: string): Promise<Response> {
  const headers = new Headers(answer.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  const text = await beginning(answer.body, MAX_ERROR_BYTES);
  return new Response(key ? text.replaceAll(key, '…') : text, { status: answer.status, headers });
}

async function beginning(body: ReadableStream<Uint8Array> | null, most: number): Promise<string> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const block of body ?? []) {
    blocks.push(block);
    bytes += block.byteLength;
    if (bytes >= most) break;
  }
  return Buffer.concat(blocks).toString('utf8');
}

/** Returns the model `slug` of a provider. */
export function connectModel(connection: Connection, slug: string, idleTimeoutMs: number): LanguageModel {
  return clientOf(connection, idleTimeoutMs)(slug);
}

function clientOf(connection: Connection, idleTimeoutMs: number): (slug: string) => LanguageModel {
  const settings = {
    baseURL: baseUrlOf(connection),
    apiKey: connection.apiKey,
    fetch: fetchFor(connection, idleTimeoutMs),
  };
  switch (connection.kind) {
    case 'openai':
      return createOpenAI(settings);
    case 'anthropic':
      return createAnthropic(settings);
    case 'google':
      return createGoogleGenerativeAI(settings);
    case 'xai':
      return createXai(settings);
    case 'ollama':
      return createOpenAICompatible({
        ...settings,
        name: 'ollama',
        baseURL: `${settings.baseURL.replace(/\/v1$/, '')}/v1`,
        includeUsage: true,
      });
    case 'openai-compatible':
      return createOpenAICompatible({ ...settings, name: 'openai-compatible', includeUsage: true });
  }
}
