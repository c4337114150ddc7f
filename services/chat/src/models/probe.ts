/** Tests a provider with real requests: listing models, streaming, calling tools. */
import { streamText, tool } from 'ai';
import { z } from 'zod';
import { explainModelError } from './model-errors.js';
import { connectModel } from './connect.js';
import { DiscoveryError, listModels, windowAsker } from './discovery.js';
import { findKnown } from './known-models.js';
import { tooSmallWindow } from './provider-words.js';
import type { Connection, ModelName } from './provider.js';

export const probeResult = z
  .strictObject({
    ok: z.boolean(),
    streaming: z.boolean(),
    tools: z.boolean(),
    models: z.array(z.string()),
    /** One sentence for the user. */
    message: z.string(),
    latency_ms: z.number().nullable(),
  })
  .meta({ id: 'ProbeResult' });
export type ProbeResult = z.infer<typeof probeResult>;

const TIMEOUT_MS = 20_000;
/** The instructions and the tools that are always there, and a short chat. */
const MIN_WINDOW = 6_500;

export async function probe(connection: Connection, wanted: string | undefined): Promise<ProbeResult> {
  let models: ModelName[] = [];
  let listError: unknown;
  try {
    models = await listModels(connection);
  } catch (error) {
    listError = error;
  }
  const slugs = models.map(({ slug }) => slug);
  const slug = wanted ?? pickSmall(slugs);
  if (slug === undefined) {
    const message = listError ? explainListError(listError) : 'The provider answers but has no models for chats.';
    return { ok: false, streaming: false, tools: false, models: slugs, message, latency_ms: null };
  }
  const result = { models: slugs, ...(await tryModel(connection, slug)) };
  const ask = windowAsker(slug, connection);
  const listed = models.find((model) => model.slug === slug)?.window ?? MIN_WINDOW;
  if (!result.ok || !ask || listed >= MIN_WINDOW) return result;
  const window = (await ask()) ?? listed;
  return window < MIN_WINDOW ? { ...result, message: `${result.message} ${tooSmallWindow(window)}` } : result;
}

/** Prefers a small model, which responds fast and costs little. */
function pickSmall(slugs: readonly string[]): string | undefined {
  return slugs.find((slug) => findKnown(slug)?.type === 'fast') ?? slugs[0];
}

async function tryModel(connection: Connection, slug: string): Promise<Omit<ProbeResult, 'models'>> {
  const begun = performance.now();
  let latency: number | null = null;
  let text = 0;
  let called = false;
  try {
    const { stream } = streamText({
      model: connectModel(connection, slug, TIMEOUT_MS),
      prompt: 'Say the word ready, then call the tool report with word "ready".',
      tools: { report: tool({ description: 'Reports a word', inputSchema: z.object({ word: z.string() }) }) },
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
      maxRetries: 0,
      onError: () => undefined,
    });
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new Error('timeout');
      if (part.type === 'text-delta' || part.type === 'tool-input-delta' || part.type === 'reasoning-delta')
        latency ??= performance.now() - begun;
      if (part.type === 'text-delta') text += 1;
      if (part.type === 'tool-call') called = true;
    }
  } catch (error) {
    return { ok: false, streaming: false, tools: false, message: explainModelError(error).message, latency_ms: null };
  }
  const streaming = text > 0 || called;
  const lacks = called ? '' : ' It did not call a tool when asked, so it may not be able to work on your computer.';
  const message = streaming ? `${slug} works.${lacks}` : `${slug} answered nothing.`;
  return {
    ok: streaming,
    streaming,
    tools: called,
    message,
    latency_ms: latency === null ? null : Math.round(latency),
  };
}

function explainListError(error: unknown): string {
  return error instanceof DiscoveryError ? error.message : explainModelError(error).message;
}
