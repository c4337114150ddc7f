import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ChatRequest } from '../../../infra/testing/product/fake-provider.js';
import type { ChatClient } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
let guest: ChatClient;
let provider: { id: string };

beforeAll(async () => {
  at = await startHarness({ usesProvider: false, limits: { ZO_DEFAULT_PLAN: 'free' } });
  guest = at.other;
  provider = await at.me.json('/api/models/providers', {
    json: { kind: 'openai-compatible', base_url: at.provider.url, api_key: 'sk', models: ['big', 'quick-mini'] },
  });
  const everything = { models: null, people: null };
  await at.me.json(`/api/models/providers/${provider.id}/share`, { method: 'PUT', json: everything });
});
afterAll(() => at.stop());

const closedTo = async (person: ChatClient) =>
  (await person.json<{ slug: string; subscribers_only?: true }[]>('/api/models/available'))
    .filter(({ subscribers_only }) => subscribers_only)
    .map(({ slug }) => slug);
const modelOf = (request: ChatRequest) => (request as { model?: string }).model;
/** Which model answers this person, who asked for this one. */
async function answers(person: ChatClient, slug?: string): Promise<string | undefined> {
  let asked: string | undefined;
  at.provider.script((answer: Answer, request) => {
    asked = modelOf(request);
    answer.text('fine');
    answer.end();
  });
  await person.ask('hi', slug ? { model: `${provider.id}:${slug}` } : {});
  return asked;
}
const put = (path: string, json: object, person = at.me) => person.json<any>(`/api/${path}`, { method: 'PUT', json });

describe('MD-04 on the free plan', () => {
  it('MD-04 models that are not fast are listed as closed, and another person’s plan closes none', async () => {
    expect(await closedTo(guest)).toEqual(['big']);
    expect(await closedTo(at.me)).toEqual([]);
  });

  it('MD-04 the server answers with the first fast model, whatever was asked for', async () => {
    expect(await answers(guest, 'big')).toBe('quick-mini');
    expect(await answers(guest, 'quick-mini')).toBe('quick-mini');
    expect(await answers(at.me, 'big')).toBe('big');
  });

  it('MD-04 a chosen model that is not fast is switched to the first fast one', async () => {
    const value = (slug: string) => `${provider.id}:${slug}`;
    expect(await put('models/preference', { value: value('big') }, guest)).toEqual({ value: value('quick-mini') });
    await put('plans', { person_id: guest.userId, plan: 'paid' });
    expect(await put('models/preference', { value: value('big') }, guest)).toEqual({ value: value('big') });
    expect(await answers(guest)).toBe('big');
    await put('plans', { person_id: guest.userId, plan: 'free' });
    expect(await guest.json('/api/models/preference')).toEqual({ value: value('quick-mini') });
    expect(await answers(guest)).toBe('quick-mini');
  });

  it('MD-04 only the owner says who is on which plan', async () => {
    const refused = await guest.fetch('/api/plans', { method: 'PUT', json: { person_id: guest.userId, plan: 'paid' } });
    expect(refused.status).toBe(404);
    expect((await guest.fetch('/api/plans')).status).toBe(404);
    expect(await at.me.json('/api/plans')).toEqual({
      standard: 'free',
      chosen: [{ person_id: guest.userId, plan: 'free' }],
    });
    expect(await closedTo(guest)).toEqual(['big']);
  });
});
