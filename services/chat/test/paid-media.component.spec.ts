import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type FakeMedia, pngImage, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { startFakeSearch } from '../../../infra/testing/product/fake-search.js';
import { wav } from '../../../infra/testing/product/sound.js';
import { Retention } from '../src/runs/control/retention.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine } from './scripted.js';

const NO_LIMITS = { day_cents: null, month_cents: null, day_tokens: null, month_tokens: null };
const IMAGE_DOLLARS = 0.04;
const NANO_PER_CENT = 10_000_000;

let at: Harness;
let media: FakeMedia;
beforeAll(async () => {
  [at, media] = await Promise.all([startHarness({ computer: true }), startFakeMedia()]);
});
afterAll(async () => {
  await media.stop();
  await at.stop();
});
beforeEach(async () => {
  media.instead(undefined);
  media.makesVideos(1);
  media.seen.length = 0;
  at.zofiles.active.clear();
  await at.sql.query('delete from chat.spendings; delete from chat.allowances; delete from chat.media_uses');
  rmSync(at.workspace(), { recursive: true });
  mkdirSync(at.workspace('talks'), { recursive: true });
  await connect('image', 'gpt-image-1', IMAGE_DOLLARS);
  await connect('video', 'sora-2', 1.5);
  await connect('transcription', 'whisper-1', 0.6);
});

const connect = (task: string, model: string, price: number | null) =>
  at.me.json<any>(`/api/media-models/${task}`, {
    method: 'PUT',
    json: { model, base_url: media.url, api_key: media.key, price },
  });
const allow = (limits: object) =>
  at.me.json('/api/allowances/people', {
    method: 'PUT',
    json: { ...NO_LIMITS, month_tokens: 1_000_000_000, ...limits, person_id: at.userId },
  });
const calling = (tool: string, args: unknown) => (answer: any) => {
  answer.call('c', tool, args);
  answer.end('tool_calls');
};
const images = (n: number) => calling('generate_image', { prompt: 'a boat', file_stem: 'boat', n });
async function use(tool: string, args: unknown) {
  const answer = await askScripted(at, calling(tool, args), fine);
  return { ...answer, tool: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}
const toolOf = (parts: readonly { type: string }[]) => parts.find((part) => part.type === 'tool') as ToolPart;
const charged = async () =>
  (
    await at.sql.query(`select task, (nano / ${NANO_PER_CENT})::float8 as cents, run_id, zofile_id,
      reserved_until is not null as is_reserved from chat.spendings where is_priced order by created_at`)
  ).rows;
const usedCents = async () => (await at.me.json<any>('/api/allowances')).allowances[0].used.month_cents as number;

describe('MD-07 what models for media cost', () => {
  it('MD-07 is the price of what came: two images of three that were asked for', async () => {
    const b64 = { b64_json: pngImage(3).toString('base64') };
    media.instead((response) => void response.end(JSON.stringify({ data: [b64, b64] })));
    const { tool, sent } = await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 3 });
    expect(tool.state).toBe('done');
    const row = { run_id: sent.run_id, zofile_id: null, is_reserved: false };
    expect(await charged()).toEqual([{ task: 'image', cents: 8, ...row }]);
    await allow({ month_cents: 100 });
    expect(await usedCents()).toBe(8);
  });

  it('MD-07 is nothing where the provider refused', async () => {
    media.instead((response) => void response.writeHead(400).end('{"error":{"message":"No boats."}}'));
    await use('generate_image', { prompt: 'a boat', file_stem: 'boat' });
    expect(await charged()).toEqual([]);
  });

  it('MD-07 is charged by the minute of sound, in an answer and outside of one', async () => {
    writeFileSync(at.workspace('talks', 'a.wav'), wav(62));
    media.says(() => [{ start: 61, end: 62, text: 'Good morning.', speaker: 'A' }]);
    await use('transcribe_audio', { audio_file_path: 'talks/a.wav' });
    const body = new FormData();
    body.append('relative_path', 'talks/a.wav');
    await (await at.me.fetch('/api/transcribe/audio', { method: 'POST', body })).text();
    expect(await charged()).toMatchObject([
      { task: 'transcription', cents: 62, is_reserved: false },
      { task: 'transcription', cents: 62, run_id: null, is_reserved: false },
    ]);
  });

  it('MD-07 is one price for a video, and nothing where the provider did not make it', async () => {
    await use('generate_video', { instruction: 'waves', filepath: 'Videos/waves' });
    media.makesVideos(1, 'This prompt is not allowed.');
    const { tool, end } = await use('generate_video', { instruction: 'a', filepath: 'Videos/a' });
    expect(tool.result).toMatchObject({ code: 'not_made' });
    expect(end.receipt).not.toMatchObject({ media: { videos: 1 } });
    expect(await charged()).toMatchObject([{ task: 'video', cents: 150, is_reserved: false }]);
  });

  it('MD-07 is not known without a price: it is counted, and no limit stops it', async () => {
    expect(await connect('image', 'gpt-image-1', null)).toMatchObject({ price: null });
    await allow({ month_cents: 1 });
    const { tool } = await use('generate_image', { prompt: 'a boat', file_stem: 'boat' });
    expect(tool.state).toBe('done');
    expect(await charged()).toEqual([]);
    expect((await at.sql.query('select images from chat.media_uses')).rows).toEqual([{ images: 1 }]);
  });
});

it('MD-07 a search costs its price once: found or nothing, not where it was refused, and not beyond a limit', async () => {
  const search = await startFakeSearch('tavily');
  const input = { kind: 'tavily', base_url: search.url, api_key: search.key, price: 0.01 };
  expect(await at.me.json('/api/web-search', { method: 'PUT', json: input })).toMatchObject({ price: 0.01 });
  const find = async (tool = 'web_search') => (await use(tool, { query: 'tides' })).tool.result;
  expect(await find()).toMatchObject({ type: 'list' });
  expect(await find('image_search')).toMatchObject({ type: 'list' });
  search.instead((response) => void response.writeHead(429).end());
  expect(await find()).toMatchObject({ code: 'search_failed' });
  // Whether it was charged is not known.
  search.instead((response) => void response.end('<html>'));
  expect(await find()).toMatchObject({ code: 'search_failed' });
  search.instead(undefined);
  const row = { task: 'search', cents: 1, zofile_id: null, is_reserved: false, run_id: expect.any(String) };
  expect(await charged()).toEqual([row, row, row]);
  await allow({ month_cents: 4 });
  expect(await at.me.json('/api/web-search/test', { json: input })).toMatchObject({ ok: true });
  const sent = search.seen.length;
  expect(await find()).toMatchObject({ code: 'over_budget', message: expect.stringContaining('$0.04 a month') });
  expect(await at.me.json('/api/web-search/test', { json: input })).toMatchObject({
    ok: false,
    message: expect.stringContaining('$0.04 a month'),
  });
  expect([search.seen.length, await usedCents()]).toEqual([sent, 4]);
  await at.me.json('/api/web-search', { method: 'PUT', json: { ...input, price: null } });
  expect(await find()).toMatchObject({ type: 'list' });
  await at.me.json('/api/web-search', { method: 'DELETE' });
  await search.stop();
});

describe('a limit of a person or a persona', () => {
  const TOO_LOW =
    /^The limit of \$0\.10 a month that you set for yourself is too low for this\. You can raise it in Settings, People\.$/;

  it('MD-07 is not exceeded: what does not fit is not ordered', async () => {
    await allow({ month_cents: 10 });
    const over = await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 3 });
    expect(over.tool.result).toMatchObject({ code: 'over_budget', message: expect.stringMatching(TOO_LOW) });
    expect(media.seen).toEqual([]);
    expect(existsSync(at.workspace('Images'))).toBe(false);
    const within = await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 2 });
    expect(within.tool.state).toBe('done');
    expect(await usedCents()).toBe(8);
  });

  it('MD-07 is exact for two at once: what one has reserved the other cannot spend', async () => {
    await allow({ month_cents: 10 });
    let answerFirst = (): void => undefined;
    media.instead((response) => {
      const data = [pngImage(1), pngImage(2)].map((image) => ({ b64_json: image.toString('base64') }));
      answerFirst = () => void response.end(JSON.stringify({ data }));
    });
    at.provider.script(images(2));
    const first = await at.me.send('one');
    await eventually(() => media.seen.length === 1);
    at.provider.script(images(1), fine);
    expect(toolOf((await at.me.ask('two')).parts).result).toMatchObject({ code: 'over_budget' });
    expect(media.seen).toHaveLength(1);
    at.provider.script(fine);
    answerFirst();
    expect(toolOf((await at.me.follow(first.run_id)).parts).state).toBe('done');
    expect(await usedCents()).toBe(8);
  });

  it('MD-07 stops transcriptions outside of answers, with the same sentence', async () => {
    await allow({ month_cents: 10 });
    writeFileSync(at.workspace('talks', 'a.wav'), wav(62));
    const body = new FormData();
    body.append('relative_path', 'talks/a.wav');
    const events = await (await at.me.fetch('/api/transcribe/audio', { method: 'POST', body })).text();
    expect(events).toContain('The limit of $0.10 a month that you set for yourself is too low for this.');
    expect(media.seen).toEqual([]);
  });

  it('MD-07 stops the persona that it is for, and no other', async () => {
    const zofile = { id: crypto.randomUUID(), name: 'Ruth', prompt: 'Be short.' };
    const json = { ...NO_LIMITS, zofile_id: zofile.id, month_tokens: 1_000_000_000, day_cents: 5 };
    await at.me.json('/api/allowances/personas', { method: 'PUT', json });
    await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 2 });
    at.zofiles.active.set(`${at.userId} main`, zofile as never);
    const { tool } = await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 2 });
    expect(tool.result).toMatchObject({
      message: expect.stringMatching(/^The limit of \$0\.05 a day for this persona is too low for this\./),
    });
    await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 1 });
    expect(await charged()).toMatchObject([
      { cents: 8, zofile_id: null },
      { cents: 4, zofile_id: zofile.id },
    ]);
  });

  it('MD-07 refuses the test of a connection as well', async () => {
    await allow({ month_cents: 3 });
    const json = { model: 'gpt-image-1', base_url: media.url, api_key: media.key, price: IMAGE_DOLLARS };
    const test = () => at.me.json<any>('/api/media-models/image/test', { json });
    expect(await test()).toEqual({ ok: false, message: expect.stringContaining('The limit of $0.03 a month') });
    await allow({ month_cents: 4 });
    expect(await test()).toEqual({ ok: true, message: 'gpt-image-1 works.' });
    expect(await charged()).toMatchObject([{ cents: 4, run_id: null }]);
  });
});

describe('spendings of months that are over', () => {
  it('are summed, and those that a limit counts stay', async () => {
    await use('generate_image', { prompt: 'a boat', file_stem: 'boat', n: 1 });
    const add = (createdAt: string, nano: number, reservedUntil: string) =>
      at.sql.query(
        `insert into chat.spendings (id, user_id, payer_id, task, model, is_priced, nano, tokens, floor_nano, floor_tokens,
           reserved_until, created_at)
         values (gen_random_uuid(), $1, $1, 'chat', 'big', true, $2, 10, 1, 1, ${reservedUntil}, $3)`,
        [at.userId, nano, createdAt],
      );
    await add('2026-01-31T23:59:59Z', 500, 'null');
    await add('2026-01-01T00:00:00Z', 700, 'null');
    // Nobody knows its end, so that what was sent counts.
    await add('2026-01-02T00:00:00Z', 900, `now() - interval '1 hour'`);
    await add('2026-02-01T00:00:00Z', 300, 'null');
    const retention = at.service.service.app.get(Retention);
    await retention.sweep();
    await add('2026-01-03T00:00:00Z', 40, 'null');
    await add('2026-01-04T00:00:00Z', 50, `now() + interval '1 hour'`);
    await retention.sweep();
    await retention.sweep();
    const { rows } = await at.sql.query(
      'select month::text, requests::int, nano::int, tokens::int from chat.spent_months where user_id = $1 order by ' +
        'month',
      [at.userId],
    );
    expect(rows).toEqual([
      { month: '2026-01-01', requests: 4, nano: 1_241, tokens: 31 },
      { month: '2026-02-01', requests: 1, nano: 300, tokens: 10 },
    ]);
    expect(await charged()).toMatchObject([{ cents: expect.closeTo(0), is_reserved: true }, { cents: 4 }]);
  });
});
