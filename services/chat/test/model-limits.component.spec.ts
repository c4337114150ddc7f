/** MD-01: windows that a provider says, and what the user knows better. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { chunk } from '../../../infra/testing/product/fake-provider.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
let ollama: Server;
const SHOWN: Record<string, unknown> = {
  'set:1b': {
    parameters: 'stop "x"\nnum_ctx                        16384',
    model_info: { 'llama.context_length': 131_072 },
    capabilities: ['completion', 'vision'],
  },
  'trained:1b': { model_info: { 'qwen2.context_length': 131_072 } },
  'llava:1b': { capabilities: ['completion'] },
  'short:1b': { parameters: '', model_info: { 'bert.context_length': 2_048 } },
  'odd:1b': { parameters: 'num_ctx 99', model_info: { 'x.context_length': 'many' } },
};
beforeAll(async () => {
  at = await startHarness();
  ollama = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/api/tags')
        return response.end(JSON.stringify({ models: [...Object.keys(SHOWN), 'gone:1b'].map((name) => ({ name })) }));
      const shown = SHOWN[(JSON.parse(body) as { model: string }).model];
      return response.writeHead(shown ? 200 : 404).end(JSON.stringify(shown ?? {}));
    });
  });
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  ollama.close();
  ollama.closeAllConnections();
  await at.stop();
});

const available = async () =>
  Object.fromEntries(
    (await at.me.json<any[]>('/api/models/available')).map(({ slug, context_window }) => [slug, context_window]),
  );

it('MD-01 a model at Ollama has the window that Ollama gives it, not the one it was trained for', async () => {
  const { port } = ollama.address() as AddressInfo;
  await at.me.json('/api/models/providers', {
    json: { kind: 'ollama', base_url: `http://127.0.0.1:${port}`, models: [...Object.keys(SHOWN), 'gone:1b'] },
  });
  expect(await available()).toMatchObject({
    'set:1b': 16_384,
    'trained:1b': 4_096,
    'short:1b': 2_048,
    'odd:1b': null,
    'gone:1b': null,
  });
});

it('MD-01 whether a model takes pictures: as Ollama says, else by its name, else as set by hand', async () => {
  const seen = async () =>
    Object.fromEntries(
      (await at.me.json<any[]>('/api/models/available')).map(({ slug, vision }) => [slug, vision as boolean]),
    );
  // What Ollama says counts more than the name.
  expect(await seen()).toMatchObject({ 'set:1b': true, 'llava:1b': false, 'trained:1b': false });
  const { providers } = await at.me.json<any>('/api/models/providers');
  const { id, models } = providers.find(({ kind }: any) => kind === 'ollama');
  expect(models.find(({ slug }: any) => slug === 'set:1b')).toMatchObject({
    vision: true,
    sees: null,
    price: { input: 0, output: 0 },
  });
  const set = (sees: unknown) =>
    at.me.fetch(`/api/models/providers/${id}`, {
      method: 'PATCH',
      json: { limits: [{ model: 'llava:1b', context_window: null, patience_seconds: null, sees }] },
    });
  expect((await set('yes')).status).toBe(400);
  expect((await set(true)).status).toBe(200);
  expect(await seen()).toMatchObject({ 'llava:1b': true });
  expect((await set(null)).status).toBe(200);
  expect(await seen()).toMatchObject({ 'llava:1b': false });
});

it('MD-01 a reseller that lists what its models take and cost is believed', async () => {
  const listed = [
    {
      id: 'x/sees',
      pricing: { prompt: '0.00000125', completion: '0.00001', input_cache_read: '0.000000125', input_cache_write: '?' },
      architecture: { input_modalities: ['text', 'image'] },
    },
    { id: 'openai/gpt-5', architecture: { input_modalities: ['text'] } },
    { id: 'anthropic/claude-sonnet-4' },
    { id: 'y/odd', architecture: 'big', pricing: { prompt: 'much', completion: '1' } },
  ];
  const details = { cached_tokens: 900_000 };
  const usage = { prompt_tokens: 1_000_000, completion_tokens: 10_000, prompt_tokens_details: details };
  const events = [chunk({ content: 'hello' }), { ...chunk({}, 'stop'), usage }].map((event) => JSON.stringify(event));
  const reseller = createServer(({ method }, response) => {
    if (method === 'GET') return void response.end(JSON.stringify({ data: listed }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end([...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => reseller.listen(0, '127.0.0.1', resolve));
  try {
    const base_url = `http://127.0.0.1:${(reseller.address() as AddressInfo).port}/v1`;
    const { id, models } = await at.me.json<any>('/api/models/providers', {
      json: { kind: 'openai-compatible', base_url },
    });
    // Settings send back what they show.
    const limits = [{ model: 'x/sees', context_window: 50_000, patience_seconds: null, price: models[0].price }];
    await at.me.json(`/api/models/providers/${id}`, { method: 'PATCH', json: { limits } });
    const { end } = await at.me.ask('hello', { model: `${id}:x/sees` });
    expect(end.receipt).toMatchObject({ tokens: { total: 1_010_000 }, cost_usd: 0.125 + 0.1125 + 0.1 });
    expect(models.map(({ price }: any) => price)).toEqual([{ input: 1.25, output: 10 }, null, null, null]);
    expect(models.map(({ slug, vision }: any) => [slug, vision])).toEqual([
      ['x/sees', true],
      ['openai/gpt-5', false],
      ['anthropic/claude-sonnet-4', true],
      ['y/odd', false],
    ]);
  } finally {
    reseller.close();
    reseller.closeAllConnections();
  }
});

it('MD-01 the user sets the window and how long a model may be silent, and takes it back', async () => {
  const { providers } = await at.me.json<any>('/api/models/providers');
  const { id, models } = providers.find(({ label }: any) => label === 'Fake');
  expect(models).toEqual([
    { slug: 'big', label: 'big', context_window: null, patience_seconds: null, vision: false, sees: null, price: null },
  ]);
  const limit = (context_window: unknown, patience_seconds: unknown) =>
    at.me.fetch(`/api/models/providers/${id}`, {
      method: 'PATCH',
      json: { limits: [{ model: 'big', context_window, patience_seconds }] },
    });
  for (const [window, patience] of [
    [10, null],
    [null, 1],
    ['8000', null],
    [null, 999_999],
  ])
    expect((await limit(window, patience)).status).toBe(400);
  expect((await limit(8_192, 5)).status).toBe(200);
  expect((await available())['big']).toBe(8_192);
  // Silent for longer than it may be, each time it is asked.
  at.provider.script(
    (answer) => void answer.response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders(),
  );
  const { end } = await at.me.ask('hello');
  expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('stopped answering') });
  expect((await limit(null, null)).status).toBe(200);
  expect((await available())['big']).toBeNull();
}, 60_000);
