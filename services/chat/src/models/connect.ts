/** A provider's model as the AI SDK speaks to it; every request leaves through the checked outbound client. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createXai } from '@ai-sdk/xai';
import { outboundFetch } from '@zo/shared/outbound';
import type { LanguageModel } from 'ai';
import { baseUrlOf, type Connection } from './provider.js';

/** `fetch` for the SDK. Private addresses are open only to who runs this machine. */
export function fetchFor(connection: Pick<Connection, 'allowPrivate'>, idleTimeoutMs: number): typeof globalThis.fetch {
  const policy = { allowPrivate: connection.allowPrivate, idleTimeoutMs };
  return (async (input: string | URL, init?: RequestInit) => outboundFetch(input, init as never, policy)) as unknown as typeof globalThis.fetch;
}

/** The model `slug` of a provider. */
export function connectModel(connection: Connection, slug: string, idleTimeoutMs: number): LanguageModel {
  return clientOf(connection, idleTimeoutMs)(slug);
}

function clientOf(connection: Connection, idleTimeoutMs: number): (slug: string) => LanguageModel {
  const settings = { baseURL: baseUrlOf(connection), apiKey: connection.apiKey, fetch: fetchFor(connection, idleTimeoutMs) };
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
      return createOpenAICompatible({ ...settings, name: 'ollama', baseURL: `${settings.baseURL.replace(/\/v1$/, '')}/v1`, includeUsage: true });
    case 'openai-compatible':
      return createOpenAICompatible({ ...settings, name: 'openai-compatible', includeUsage: true });
  }
}
