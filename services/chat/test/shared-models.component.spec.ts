import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import { ChatClient } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';

const KEY = 'sk-canary-of-the-owner';
let at: Harness;
let guest: ChatClient;
/** The provider of the owner. */
let provider: { id: string };

beforeAll(async () => {
  at = await startHarness({ computer: true, usesProvider: false });
  guest = at.other;
  provider = await at.me.json('/api/models/providers', {
    json: {
      kind: 'openai-compatible',
      label: 'Till',
      base_url: at.provider.url,
      api_key: KEY,
      models: ['big', 'dear'],
    },
  });
});
afterAll(() => at.stop());
afterEach(async () => {
  await at.me.fetch(`/api/models/providers/${provider.id}/share`, { method: 'DELETE' });
});

const share = (json: { models: string[] | null; people: string[] | null }) =>
  at.me.json(`/api/models/providers/${provider.id}/share`, { method: 'PUT', json });
const everything = { models: null, people: null };
const modelsOf = async (person: ChatClient) =>
  (await person.json<{ slug: string; shared?: true }[]>('/api/models/available'))
    .filter(({ slug }) => slug !== 'helper')
    .map(({ slug, shared }) => `${slug}${shared ? ' shared' : ''}`);
const big = () => `${provider.id}:big`;
const fine = (answer: Answer) => {
  answer.text('fine');
  answer.end();
};

describe('models that the owner shares', () => {
  it('are nobody else’s before they are shared', async () => {
    expect(await modelsOf(guest)).toEqual([]);
    const refused = await guest.fetch('/api/conversations/new/messages', { json: { text: 'hi', model: big() } });
    expect(refused.status).toBe(400);
  });

  it('are listed for everyone, and answer with the key of the owner', async () => {
    await share(everything);
    expect(await modelsOf(guest)).toEqual(['big shared', 'dear shared']);
    expect(await modelsOf(at.me)).toEqual(['big', 'dear']);
    at.provider.script(fine);
    const { text, end } = await guest.ask('hi', { model: big() });
    expect([end.status, text]).toEqual(['complete', 'fine']);
    expect(at.provider.requests.at(-1)!.authorization).toBe(`Bearer ${KEY}`);
  });

  it('show neither the key nor the address nor the name of the provider', async () => {
    await share(everything);
    const seen = await Promise.all(
      ['/api/models/available', '/api/models/providers', '/api/models/preference'].map((path) => guest.json(path)),
    );
    const text = JSON.stringify(seen);
    expect(text).toContain('From the owner');
    for (const secret of [KEY, at.provider.url, 'Till']) expect(text).not.toContain(secret);
    const changed = await guest.fetch(`/api/models/providers/${provider.id}`, {
      method: 'PATCH',
      json: { base_url: 'https://elsewhere.example' },
    });
    expect(changed.status).toBe(404);
    const tested = await guest.fetch('/api/models/providers/test', {
      json: { kind: 'openai-compatible', base_url: at.provider.url, id: provider.id },
    });
    expect(tested.status).toBe(404);
    const media = await guest.fetch('/api/media-models/image', {
      method: 'PUT',
      json: { model: 'x', provider_id: provider.id },
    });
    expect(media.status).toBe(400);
    expect((await guest.fetch(`/api/models/providers/${provider.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('may be some models for some people only', async () => {
    const third = new ChatClient(at.service, crypto.randomUUID(), { owner: false });
    await share({ models: ['big'], people: [guest.userId] });
    expect(await modelsOf(guest)).toEqual(['big shared']);
    expect(await modelsOf(third)).toEqual([]);
    const refused = await guest.fetch('/api/conversations/new/messages', {
      json: { text: 'hi', model: `${provider.id}:dear` },
    });
    expect(refused.status).toBe(400);
  });

  it('are shared by the owner only', async () => {
    for (const [path, method] of [
      ['shares', 'GET'],
      [`providers/${provider.id}/share`, 'PUT'],
      [`providers/${provider.id}/share`, 'DELETE'],
    ] as const) {
      const json = method === 'PUT' ? { json: everything } : {};
      expect((await guest.fetch(`/api/models/${path}`, { method, ...json })).status).toBe(404);
    }
    const unknown = await at.me.fetch(`/api/models/providers/${crypto.randomUUID()}/share`, {
      method: 'PUT',
      json: everything,
    });
    expect(unknown.status).toBe(404);
  });

  it('are gone when their provider is switched off', async () => {
    await share(everything);
    const enable = (enabled: boolean) =>
      at.me.json(`/api/models/providers/${provider.id}`, { method: 'PATCH', json: { enabled } });
    await enable(false);
    expect(await modelsOf(guest)).toEqual([]);
    await enable(true);
    expect(await modelsOf(guest)).toEqual(['big shared', 'dear shared']);
  });

  it('end an answer in progress with a sentence when they are revoked', async () => {
    await share(everything);
    at.provider.script(async (answer) => {
      // The first step is under way.
      await at.me.json(`/api/models/providers/${provider.id}/share`, { method: 'DELETE' });
      answer.call('1', 'grep_search', {});
      answer.end('tool_calls');
    });
    const before = at.provider.requests.length;
    const { end } = await guest.ask('go', { model: big() });
    expect(end).toMatchObject({
      status: 'failed',
      error: 'The model of this answer is not available any more. Choose another one and say “go on”.',
    });
    expect(at.provider.requests).toHaveLength(before + 1);
  });
});
