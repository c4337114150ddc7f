/** Asks a provider for its list of models. */
import { z } from 'zod';
import { fetchFor } from './connect.js';
import { holdsConversation } from './known-models.js';
import { baseUrlOf, type Connection, type ModelName } from './provider.js';

const TIMEOUT_MS = 10_000;
const MAX_MODELS = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/** The names of the context window at OpenRouter, vLLM, Groq and others; values that are no sizes are ignored. */
const size = z.int().min(512).max(100_000_000).optional().catch(undefined);
/** Dollars for one token, as text, at OpenRouter. */
const perToken = z.coerce.number().min(0).max(1);
const ofCache = perToken.optional().catch(undefined);
const pricing = z.object({
  prompt: perToken,
  completion: perToken,
  input_cache_read: ofCache,
  input_cache_write: ofCache,
});
const openai = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      display_name: z.string().optional(),
      context_length: size,
      max_model_len: size,
      context_window: size,
      pricing: pricing.optional().catch(undefined),
      architecture: z
        .object({ input_modalities: z.array(z.string()) })
        .optional()
        .catch(undefined),
    }),
  ),
});
const google = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      displayName: z.string().optional(),
      inputTokenLimit: size,
      supportedGenerationMethods: z.array(z.string()).optional(),
    }),
  ),
});
const ollama = z.object({ models: z.array(z.object({ name: z.string() })) });

/** The provider's response was not a list of models; `status` is its HTTP status. */
export class DiscoveryError extends Error {
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message);
  }
}

/** Lists the models of a provider that can chat. @throws DiscoveryError, or errors of the outbound client */
export async function listModels(connection: Connection): Promise<ModelName[]> {
  const { url, headers } = listRequest(connection);
  const response = await fetchFor(connection, TIMEOUT_MS)(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body = await limitedText(response);
  if (!response.ok) throw new DiscoveryError(explainStatus(response.status), response.status);
  const models = (await withOllamaFacts(connection, parseList(connection, body))).filter(
    ({ slug }) => slug.length <= 200 && holdsConversation(slug),
  );
  return [...new Map(models.map((model) => [model.slug, model])).values()].slice(0, MAX_MODELS);
}

const ollamaModel = z.object({
  parameters: z.string().max(20_000).optional().catch(undefined),
  model_info: z.record(z.string(), z.unknown()).optional().catch(undefined),
  capabilities: z.array(z.string()).optional().catch(undefined),
});
/** What Ollama gives a model that does not set its own window: it cuts off what is longer without a word. */
const OLLAMA_WINDOW = 4_096;
const MAX_SHOWN = 40;

/** Asks Ollama for the window and the abilities of each model, which its list does not say. */
async function withOllamaFacts(connection: Connection, models: ModelName[]): Promise<ModelName[]> {
  if (connection.kind !== 'ollama') return models;
  const url = `${baseUrlOf(connection).replace(/\/v1$/, '')}/api/show`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const shown = models.slice(0, MAX_SHOWN).map(async (model) => {
    const body = JSON.stringify({ model: model.slug });
    const headers = { 'content-type': 'application/json' };
    const response = await fetchFor(connection, TIMEOUT_MS)(url, { method: 'POST', headers, body, signal });
    const text = await limitedText(response);
    return response.ok ? { ...model, ...ollamaFacts(JSON.parse(text)) } : model;
  });
  const settled = await Promise.allSettled(shown);
  return [
    ...settled.map((result, index) => (result.status === 'fulfilled' ? result.value : models[index]!)),
    ...models.slice(MAX_SHOWN),
  ];
}

const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), context_length: size })),
});
/** A large model is read from the disk first. */
const LOAD_MS = 120_000;

/**
 * The window that Ollama gives a model, in tokens: the setting of its server is not in what it says of the model. Loads
 * the model. Undefined if Ollama does not say it.
 */
async function windowAtOllama(connection: Connection, slug: string): Promise<number | undefined> {
  const base = `${baseUrlOf(connection).replace(/\/v1$/, '')}/api`;
  const ask = async (path: string, body?: object) => {
    const signal = AbortSignal.timeout(LOAD_MS);
    const headers = { 'content-type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body), signal } : { signal };
    const response = await fetchFor(connection, LOAD_MS)(`${base}/${path}`, request);
    const text = await limitedText(response);
    if (!response.ok) throw new DiscoveryError(explainStatus(response.status), response.status);
    return JSON.parse(text) as unknown;
  };
  try {
    await ask('generate', { model: slug, stream: false });
    const { models } = ollamaRunning.parse(await ask('ps'));
    return models.find(({ name }) => name === slug || name === `${slug}:latest`)?.context_length;
  } catch {
    return undefined;
  }
}

/** Asks for the window where a provider cuts off what is too long without a word; undefined where it refuses that. */
export const windowAsker = (slug: string, connection: Connection | undefined) =>
  connection?.kind === 'ollama' ? () => windowAtOllama(connection, slug) : undefined;

function ollamaFacts(json: unknown) {
  const model = ollamaModel.parse(json);
  return { ...sized(ollamaWindow(model)), ...seeing(model.capabilities?.includes('vision')) };
}

function ollamaWindow({ parameters = '', model_info = {} }: z.infer<typeof ollamaModel>): number | undefined {
  const set = size.parse(Number(/^num_ctx\s+(\d{1,9})\s*$/m.exec(parameters)?.[1]));
  if (set !== undefined) return set;
  const trained = Object.entries(model_info).find(([name]) => name.endsWith('.context_length'))?.[1];
  const most = size.parse(trained);
  return most === undefined ? undefined : Math.min(most, OLLAMA_WINDOW);
}

function listRequest(connection: Connection): { url: string; headers: Record<string, string> } {
  const base = baseUrlOf(connection);
  const { kind, apiKey } = connection;
  if (kind === 'anthropic')
    return { url: `${base}/models?limit=1000`, headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' } };
  if (kind === 'google') return { url: `${base}/models?pageSize=1000`, headers: { 'x-goog-api-key': apiKey } };
  if (kind === 'ollama') return { url: `${base.replace(/\/v1$/, '')}/api/tags`, headers: {} };
  return { url: `${base}/models`, headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {} };
}

function parseList({ kind }: Connection, body: string): ModelName[] {
  try {
    const json: unknown = JSON.parse(body);
    if (kind === 'ollama') return ollama.parse(json).models.map(({ name }) => ({ slug: name, label: name }));
    if (kind !== 'google')
      return openai.parse(json).data.map(({ id, display_name, architecture, pricing: listed, ...model }) => ({
        slug: id,
        label: display_name ?? id,
        ...sized(model.context_length ?? model.max_model_len ?? model.context_window),
        ...(listed && { price: priceIn(listed) }),
        ...seeing(architecture?.input_modalities.includes('image')),
      }));
    const answering = google
      .parse(json)
      .models.filter((model) => model.supportedGenerationMethods?.includes('generateContent') ?? true);
    return answering.map(({ name, displayName, inputTokenLimit }) => ({
      slug: name.replace(/^models\//, ''),
      label: displayName ?? name.replace(/^models\//, ''),
      ...sized(inputTokenLimit),
    }));
  } catch {
    throw new DiscoveryError('The address answers, but not with a list of models. Is it the API’s base address?');
  }
}

const priceIn = ({
  prompt,
  completion,
  input_cache_read: read,
  input_cache_write: write,
}: z.infer<typeof pricing>) => ({
  input: perMillion(prompt),
  output: perMillion(completion),
  ...(read !== undefined && { cacheRead: perMillion(read) }),
  ...(write !== undefined && { cacheWrite: perMillion(write) }),
});
const perMillion = (dollars: number) => Number((dollars * 1e6).toPrecision(9));
const seeing = (vision: boolean | undefined) => (vision === undefined ? {} : { vision });
const sized = (window: number | undefined) => (window === undefined ? {} : { window });

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new DiscoveryError('The list of models is too long to be one.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function explainStatus(status: number): string {
  if (status === 401 || status === 403) return 'The provider does not accept this key.';
  if (status === 404) return 'There is no such API at this address.';
  if (status === 429) return 'The provider says there are too many requests, or the account is out of credit.';
  return `The provider answered with status ${status}.`;
}
