import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import type { ChatClient } from './chat-client.js';
import { type Harness, startHarness } from './harness.js';

/** A tenth of a cent for each token: the fake counts 11 of input and 7 of output. */
const PRICE = { input: 1_000, output: 1_000 };
const CENTS_PER_STEP = 2;
const NO_LIMITS = { day_cents: null, month_cents: null, day_tokens: null, month_tokens: null };

let at: Harness;
let guest: ChatClient;
let provider: { id: string };

beforeAll(async () => {
  at = await startHarness({ computer: true, usesProvider: false });
  guest = at.other;
  provider = await at.me.json('/api/models/providers', {
    json: { kind: 'openai-compatible', base_url: at.provider.url, api_key: 'sk', models: ['big', 'unpriced'] },
  });
  await at.me.json(`/api/models/providers/${provider.id}`, {
    method: 'PATCH',
    json: { limits: [{ model: 'big', context_window: null, patience_seconds: null, price: PRICE }] },
  });
  const everything = { models: null, people: null };
  await at.me.json(`/api/models/providers/${provider.id}/share`, { method: 'PUT', json: everything });
});
afterAll(() => at.stop());
afterEach(async () => {
  expect(await count('reserved_until is not null')).toBe(0);
  await at.sql.query('delete from chat.spendings; delete from chat.allowances');
});

const count = async (where: string) =>
  (await at.sql.query<{ count: number }>(`select count(*)::int as count from chat.spendings where ${where}`)).rows[0]!
    .count;
const allow = (limits: object, person: ChatClient | null = guest) =>
  at.me.json('/api/allowances/people', {
    method: 'PUT',
    json: { ...NO_LIMITS, ...limits, person_id: person && person.userId },
  });
const big = () => `${provider.id}:big`;
const fine = (answer: Answer) => {
  answer.text('fine');
  answer.end();
};
const usedBy = async (person: ChatClient) => (await person.json<any>('/api/allowances')).allowances[0]!.used;

describe('what people may spend at the cost of the owner', () => {
  it('is counted before there is a limit, and shown beside it', async () => {
    at.provider.script(fine);
    const { receipt } = (await guest.ask('hi', { model: big() })).end as any;
    expect(receipt).toMatchObject({ tokens: { total: 18 }, cost_usd: 0.018 });
    await allow({ month_cents: 10_000 });
    const { allowances } = await guest.json<any>('/api/allowances');
    expect(allowances).toEqual([
      {
        person_id: guest.userId,
        zofile_id: null,
        is_own: false,
        ...NO_LIMITS,
        month_cents: 10_000,
        used: { day_cents: CENTS_PER_STEP, month_cents: CENTS_PER_STEP, day_tokens: 0, month_tokens: 0 },
      },
    ]);
    const { allowances: people } = await at.me.json<any>('/api/allowances/people');
    expect(people).toEqual([{ ...allowances[0], is_own: true }]);
  });

  it('bounds the answer of a step, and refuses the next run when nothing is left', async () => {
    await allow({ month_cents: 2_000 });
    at.provider.script((answer, request) => {
      // Twenty dollars at a tenth of a cent a token, less the request.
      const { max_tokens } = request as { max_tokens?: number };
      expect(max_tokens).toBeGreaterThan(256);
      expect(max_tokens).toBeLessThan(16_384);
      fine(answer);
    });
    expect((await guest.ask('hi', { model: big() })).end.status).toBe('complete');
    await allow({ day_cents: 1, month_cents: 2_000 });
    const before = at.provider.requests.length;
    const { end } = await guest.ask('again', { model: big() });
    expect(end.status).toBe('failed');
    const sentences = end.error!.split(/(?<=\.) (?=[A-Z])/);
    expect(sentences).toEqual([
      'The limit of $0.01 a day that the owner of this server pays for you is reached.',
      expect.stringMatching(/^It begins again on [A-Z][a-z]+ \d+ \(UTC\)\.$/),
      'The owner can raise it in Settings, People; models of your own have no limit.',
    ]);
    expect(at.provider.requests).toHaveLength(before);
  });

  it('is exact for two answers at once: what one holds the other cannot spend', async () => {
    await allow({ month_cents: 2_000 });
    let letEnd: () => void = () => undefined;
    const isHeld = new Promise<void>((resolve) => (letEnd = resolve));
    at.provider.script(async (answer) => {
      answer.text('fi');
      await isHeld;
      answer.text('ne');
      answer.end();
    });
    const sent = await guest.send('first', { model: big() });
    await guest.follow(sent.run_id, { until: ({ type }) => type === 'text.delta' });
    const second = await guest.ask('second', { model: big() });
    expect(second.end).toMatchObject({ status: 'failed', error: expect.stringContaining('$20.00 a month') });
    letEnd();
    expect((await guest.follow(sent.run_id)).end.status).toBe('complete');
    at.provider.script(fine);
    expect((await guest.ask('third', { model: big() })).end.status).toBe('complete');
    expect(await usedBy(guest)).toMatchObject({ month_cents: 4 });
  });

  it('binds an answer in the making, also where there was none when it began', async () => {
    at.provider.script(async (answer) => {
      await allow({ month_cents: CENTS_PER_STEP });
      answer.call('a', 'read_file', { target_file: 'Gone.md' });
      answer.end('tool_calls');
    }, fine);
    at.provider.requests.length = 0;
    const { end } = await guest.ask('hi', { model: big() });
    expect(end).toMatchObject({ status: 'failed', error: expect.stringContaining('is too little for this') });
    expect(at.provider.requests).toHaveLength(1);
  });

  it('ends an answer in the middle with a sentence, and what was done stands on its receipt', async () => {
    await allow({ month_cents: 10_000 }, at.me);
    at.provider.script(async (answer) => {
      await allow({ month_cents: 1 }, at.me);
      answer.call('1', 'create_or_rewrite_file', { target_file: 'kept.md', content: 'kept' });
      answer.end('tool_calls');
    });
    const { end } = await at.me.ask('write', { model: big() });
    expect(end.error).toMatch(/^The limit of \$0\.01 a month that you set for yourself is reached\./);
    expect(end.error).toMatch(/You can raise it in Settings, People\.$/);
    expect(end.receipt!.files).toMatchObject([{ path: ['kept.md'], change: 'created' }]);
  });

  it.each([
    ['fractions', { prompt_tokens: 11.2, completion_tokens: 6.5 }],
    ['less than nothing', { prompt_tokens: -5, completion_tokens: 70_000 }],
    ['more than there can be', { prompt_tokens: 11, completion_tokens: 1e40 }],
  ])('is counted by an estimate, or rounded up, where a provider counts %s', async (what, usage) => {
    await allow({ month_cents: 10_000 });
    at.provider.script((answer) => {
      answer.text('fine');
      answer.end('stop', usage);
    });
    const { end } = await guest.ask('hi', { model: big() });
    expect(end.status).toBe('complete');
    const { day_cents: cents } = await usedBy(guest);
    if (what === 'fractions') expect(cents).toBe(CENTS_PER_STEP);
    else expect([cents > 0, cents < 10_000]).toEqual([true, true]);
  });

  it('refuses a model without a price where only money is limited, and counts its tokens otherwise', async () => {
    await allow({ month_cents: 10_000 });
    const model = `${provider.id}:unpriced`;
    const { end } = await guest.ask('hi', { model });
    expect(end.error).toBe(
      'This model has no price, so the limit of $100.00 a month that the owner of this server pays for you cannot ' +
        'count it. The owner of this server can set one in Settings, Your AI, or choose another model.',
    );
    await allow({ month_cents: 10_000, month_tokens: 100_000 });
    at.provider.script(fine);
    expect((await guest.ask('hi', { model })).end.status).toBe('complete');
    expect(await usedBy(guest)).toMatchObject({ month_cents: 0, month_tokens: 18 });
    await allow({ month_cents: 10_000, month_tokens: 18 });
    expect((await guest.ask('hi', { model })).end.error).toMatch(/^The limit of 18 tokens a month /);
  });

  it('is that for everyone where a person has none of their own, but not for the owner', async () => {
    await allow({ month_cents: 1 }, null);
    expect((await guest.ask('hi', { model: big() })).end.error).toMatch(/^The limit of \$0\.01 a month/);
    at.provider.script(fine, fine);
    expect((await at.me.ask('hi', { model: big() })).end.status).toBe('complete');
    await allow({ month_cents: 10_000 });
    expect((await guest.ask('hi', { model: big() })).end.status).toBe('complete');
  });

  it('does not bind models of their own', async () => {
    await allow({ month_cents: 0 });
    const { id } = await guest.json<{ id: string }>('/api/models/providers', {
      json: { kind: 'openai-compatible', base_url: 'https://models.example/v1', api_key: 'sk', models: ['own'] },
    });
    const { end } = await guest.ask('hi', { model: `${id}:own` });
    expect(end.error).not.toContain('limit');
    await guest.json(`/api/models/providers/${id}`, { method: 'DELETE' });
  });

  it('is changed also where there are as many as there may be', async () => {
    await allow({ month_cents: 100 });
    await at.sql.query(
      `insert into chat.allowances (user_id, person_id, zofile_id, month_cents)
       select user_id, gen_random_uuid(), zofile_id, 1 from chat.allowances, generate_series(1, 1999)`,
    );
    await allow({ month_cents: 1 });
    await expect(allow({ month_cents: 1 }, null)).rejects.toThrow(/too_many_allowances/);
  });

  it('is set by the owner only', async () => {
    const json = { ...NO_LIMITS, person_id: null };
    expect((await guest.fetch('/api/allowances/people', { method: 'PUT', json })).status).toBe(404);
    expect((await guest.fetch('/api/allowances/people')).status).toBe(404);
  });
});

describe('what a persona may spend', () => {
  it('bounds its answers, whoever pays, and no others', async () => {
    const zofile = { id: crypto.randomUUID(), name: 'Ruth', prompt: 'Be short.' };
    at.zofiles.active.set(`${at.userId} main`, zofile as never);
    const json = { ...NO_LIMITS, zofile_id: zofile.id, day_cents: 1 };
    await at.me.json('/api/allowances/personas', { method: 'PUT', json });
    const { end } = await at.me.ask('hi', { model: big() });
    expect(end.error).toMatch(/^The limit of \$0\.01 a day for this persona is too low for this\./);
    at.zofiles.active.clear();
    at.provider.script(fine);
    expect((await at.me.ask('hi', { model: big() })).end.status).toBe('complete');
  });
});
