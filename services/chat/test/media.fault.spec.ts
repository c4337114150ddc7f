import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminUrlOptions } from '@zo/db';
import { eventually, startTestComputer, type TestComputer, type TestPlatform, testPlatform } from '@zo/testing';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type FakeMedia, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { type FakeProvider, startFakeProvider } from '../../../infra/testing/product/fake-provider.js';
import { wav } from '../../../infra/testing/product/sound.js';
import { type ChatProcess, startChatProcess } from './chat-process.js';

const userId = crypto.randomUUID();
let platform: TestPlatform;
let computer: TestComputer;
let media: FakeMedia;
let provider: FakeProvider;
let sql: Client;
let running: ChatProcess;

beforeAll(async () => {
  [platform, computer, media, provider] = await Promise.all([
    testPlatform(),
    startTestComputer(),
    startFakeMedia(),
    startFakeProvider(),
  ]);
  sql = new Client(adminUrlOptions(platform.database.adminUrl));
  await sql.connect();
  running = await start();
  await running.me.useProvider(provider.url);
  for (const [task, model] of [
    ['image', 'gpt-image-1'],
    ['transcription', 'whisper-1'],
    ['video', 'sora-2'],
  ])
    await running.me.json(`/api/media-models/${task}`, {
      method: 'PUT',
      json: { model, base_url: media.url, api_key: media.key, price: 0.5 },
    });
});
afterAll(async () => {
  await kill();
  await sql.end();
  await Promise.all([media.stop(), provider.stop(), computer.stop()]);
  await platform.close();
});

const start = () => startChatProcess({ platform, computer, userId });
async function kill(): Promise<void> {
  running.child.kill('SIGKILL');
  await once(running.child, 'exit');
}
const workspace = (...names: string[]) => join(computer.home, 'workspace', ...names);
const uses = async () =>
  (await sql.query('select task, images, is_settled from chat.media_uses order by created_at')).rows;

const charged = async () =>
  (
    await sql.query(`select task, (nano / 10000000)::float8 as cents, reserved_until is not null as is_reserved
      from chat.spendings where is_priced order by created_at`)
  ).rows;

const videoUses = async () =>
  (await sql.query<{ count: number }>(`select count(*)::int as count from chat.media_uses where task = 'video'`))
    .rows[0]!.count;

describe('D12 a service that is killed while a model for media works', () => {
  it('D12 TS-01 a transcription leaves no file, and the next one is whole', async () => {
    mkdirSync(workspace('talks'), { recursive: true });
    writeFileSync(workspace('talks', 'a.wav'), wav(1));
    const form = () => {
      const body = new FormData();
      body.append('relative_path', 'talks/a.wav');
      return { method: 'POST', body };
    };
    media.instead(() => undefined);
    const cut = running.me
      .fetch('/api/transcribe/audio', form())
      .then((response) => response.text())
      .catch(() => 'cut off');
    await eventually(() => media.seen.length === 1);
    await kill();
    expect(await cut).toBe('cut off');
    expect(readdirSync(workspace('talks'))).toEqual(['a.wav']);
    media.instead(undefined);
    running = await start();
    const events = await (await running.me.fetch('/api/transcribe/audio', form())).text();
    expect(events).toContain('event: TranscribeCompleteEvent');
    expect(readdirSync(workspace('talks')).sort()).toEqual(['a.wav', 'a.wav.transcript.jsonl']);
    expect(await uses()).toEqual([
      { task: 'transcription', images: 0, is_settled: false },
      { task: 'transcription', images: 0, is_settled: true },
    ]);
  });

  it('D12 MD-07 an image is not paid twice: the next worker marks the call as unknown', async () => {
    media.instead(() => undefined);
    const before = media.seen.length;
    provider.script(
      (answer) => {
        answer.call('i', 'generate_image', { prompt: 'a', file_stem: 'a' });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.text('I do not know whether it was made.');
        answer.end();
      },
    );
    const sent = await running.me.send('paint');
    await eventually(() => media.seen.length === before + 1);
    await kill();
    media.instead(undefined);
    running = await start();
    const { parts, end } = await running.me.follow(sent.run_id);
    expect(parts.find(({ type }) => type === 'tool')).toMatchObject({ result: { code: 'unknown_outcome' } });
    expect(end).toMatchObject({ status: 'complete', receipt: { media: { images: 1 } } });
    expect(media.seen).toHaveLength(before + 1);
    expect((await uses()).at(-1)).toEqual({ task: 'image', images: 1, is_settled: false });
    expect((await charged()).filter(({ task }) => task === 'image')).toEqual([
      { task: 'image', cents: 50, is_reserved: false },
    ]);
  });

  it('D12 MD-07 a video is neither ordered twice nor lost: the next worker waits for the same one', async () => {
    media.instead(undefined);
    media.makesVideos(1_000_000);
    provider.script(
      (answer) => {
        answer.call('v', 'generate_video', { instruction: 'waves', filepath: 'Videos/waves' });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.text('Here it is.');
        answer.end();
      },
    );
    const before = await videoUses();
    const sent = await running.me.send('film');
    await eventually(async () => [...media.videos.values()].some(({ asked }) => asked > 0));
    await kill();
    media.makesVideos(1);
    running = await start();
    const { end, text } = await running.me.follow(sent.run_id);
    expect([end.status, text]).toEqual(['complete', 'Here it is.']);
    expect(end.receipt!.files).toMatchObject([{ path: ['Videos', 'waves.mp4'], change: 'created' }]);
    expect(media.seen.filter(({ method, path }) => method === 'POST' && path === '/v1/videos')).toHaveLength(1);
    expect((await videoUses()) - before).toBe(1);
    expect((await charged()).filter(({ task }) => task === 'video')).toEqual([
      { task: 'video', cents: 50, is_reserved: false },
    ]);
  });

  it('D12 a video whose order may have arrived is not ordered again', async () => {
    media.instead(() => undefined);
    const before = media.seen.length;
    provider.script(
      (answer) => {
        answer.call('v', 'generate_video', { instruction: 'waves', filepath: 'Videos/again' });
        answer.end('tool_calls');
      },
      (answer, request) => {
        expect(JSON.stringify(request.messages.at(-1))).toContain('Whether the order arrived is not known');
        answer.text('I do not know.');
        answer.end();
      },
    );
    const sent = await running.me.send('film');
    await eventually(() => media.seen.length === before + 1);
    await kill();
    media.instead(undefined);
    running = await start();
    const { text } = await running.me.follow(sent.run_id);
    expect(text).toBe('I do not know.');
    expect(media.seen).toHaveLength(before + 1);
    // Nobody knows whether the provider charged it, so it counts, once.
    expect((await charged()).at(-1)).toEqual({ task: 'video', cents: 50, is_reserved: false });
  });
});
