import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FakeMedia, MP4, pngImage, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { type FakeVeo, startFakeVeo } from '../../../infra/testing/product/fake-veo.js';
import type { Answer } from '../../../infra/testing/product/fake-provider.js';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { askScripted, fine } from './scripted.js';

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
  media.makesVideos(2);
  (media.videos as Map<string, unknown>).clear();
  media.seen.length = 0;
  await at.sql.query('delete from chat.media_uses');
  rmSync(at.workspace('Videos'), { recursive: true, force: true });
  await connect();
});

const connect = (key = media.key) =>
  at.me.json('/api/media-models/video', {
    method: 'PUT',
    json: { model: 'sora-2', base_url: media.url, api_key: key },
  });
const ordering = (args: object) => (answer: Answer) => {
  answer.call('v', 'generate_video', args);
  answer.end('tool_calls');
};
async function make(args: object) {
  const answer = await askScripted(at, ordering(args), fine);
  return { ...answer, call: answer.parts.find((part): part is ToolPart => part.type === 'tool')! };
}
const uses = async () => (await at.sql.query('select task, seconds, is_settled from chat.media_uses')).rows;

describe('TL-01 generate_video', () => {
  it('TL-01 exists only where a video model is connected, which is tested without making one', async () => {
    const names = () => at.provider.requests.at(-1)!.request.tools!.map((tool) => tool.function.name);
    const json = { model: 'sora-2', base_url: media.url, api_key: media.key };
    expect(await at.me.json('/api/media-models/video/test', { json })).toEqual({ ok: true, message: 'sora-2 works.' });
    const refused = await at.me.json<any>('/api/media-models/video/test', { json: { ...json, api_key: 'wrong' } });
    expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('does not accept the key') });
    expect(media.videos.size).toBe(0);
    await askScripted(at, fine);
    expect(names()).toContain('generate_video');
    await at.me.json('/api/media-models/video', { method: 'DELETE' });
    await askScripted(at, fine);
    expect(names()).not.toContain('generate_video');
  });

  it('TL-01 TL-02 answers a file, which is in the workspace and on the receipt, with its progress, counted once', async () => {
    const { call, end, events } = await make({
      instruction: 'waves',
      filepath: 'Videos/waves',
      seconds: 8,
      orientation: 'portrait',
    });
    expect(call).toMatchObject({
      state: 'done',
      result: { type: 'file_ref', path: 'w/Videos/waves.mp4', media_type: 'video/mp4' },
    });
    expect(events.flatMap((event) => (event.type === 'tool.output' ? [event.data.text] : []))).toEqual([
      '33 % made\n',
      '66 % made\n',
    ]);
    expect([...media.videos.values()]).toMatchObject([{ prompt: 'waves', seconds: '8', size: '720x1280' }]);
    expect(readFileSync(at.workspace('Videos', 'waves.mp4')).equals(MP4)).toBe(true);
    expect(end.receipt).toMatchObject({
      files: [{ path: ['Videos', 'waves.mp4'], change: 'created' }],
      media: { videos: 1 },
    });
    expect(await uses()).toEqual([{ task: 'video', seconds: 8, is_settled: true }]);
    await make({ instruction: 'waves', filepath: 'Videos/waves' });
    expect(readdirSync(at.workspace('Videos')).sort()).toEqual(['waves (2).mp4', 'waves.mp4']);
  });

  it('TL-01 begins with an image, and is saved beside it', async () => {
    mkdirSync(at.workspace('Videos'), { recursive: true });
    writeFileSync(at.workspace('Videos', 'boat.png'), pngImage(120));
    const { call, end } = await make({ instruction: 'it sails', filepath: 'Videos/boat.png', file_suffix: '-moving' });
    expect(call.result).toMatchObject({ type: 'file_ref', path: 'w/Videos/boat-moving.mp4' });
    const order = media.seen.find(({ method }) => method === 'POST')!;
    expect(order.fields).toMatchObject({ prompt: 'it sails', size: '1280x720' });
    expect(order.file).toMatchObject({ type: 'image/png', bytes: pngImage(120) });
    expect(end.receipt!.files).toMatchObject([{ path: ['Videos', 'boat-moving.mp4'], change: 'created' }]);
  });

  it('TL-01 says why the provider did not make it, and leaves no file', async () => {
    media.makesVideos(1, 'This prompt is not allowed.');
    const { call } = await make({ instruction: 'a', filepath: 'Videos/a' });
    expect(call.result).toMatchObject({
      type: 'error',
      message: 'sora-2 did not make the video. It says: “This prompt is not allowed.”',
    });
    expect(() => readdirSync(at.workspace('Videos'))).toThrow();
  });

  it.each([
    ['a length there is not', { seconds: 600 }],
    ['a path outside', { filepath: '../a' }],
    ['a suffix with folders', { file_suffix: '/../a' }],
  ])('TL-01 with %s is refused before anything is paid', async (_, more) => {
    const { call } = await make({ instruction: 'a', filepath: 'Videos/a', ...more });
    expect(call.result).toMatchObject({ code: expect.stringMatching(/^(invalid|outside_home)$/) });
    expect(media.seen).toHaveLength(0);
  });

  it('TL-01 refuses what is no video', async () => {
    media.makesVideos(0);
    at.provider.script(ordering({ instruction: 'a', filepath: 'Videos/a' }), fine);
    let asked = 0;
    media.instead((response) => {
      const body = ['{"id":"video_1"}', '{"status":"completed"}', '<html>not a video</html>'][Math.min(asked++, 2)];
      response.writeHead(200).end(body);
    });
    const { parts } = await at.me.ask('go');
    expect(parts.find((part): part is ToolPart => part.type === 'tool')!.result).toMatchObject({
      message: 'What sora-2 made is no MP4, WebM or MOV video.',
    });
  });

  it('TL-01 is taken back at the provider when the user stops the answer', async () => {
    media.makesVideos(1_000_000);
    at.provider.script(ordering({ instruction: 'a', filepath: 'Videos/a' }), fine);
    const sent = await at.me.send('go');
    await eventually(async () => [...media.videos.values()].some(({ asked }) => asked > 0));
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { json: {} });
    expect((await at.me.follow(sent.run_id)).end.status).toBe('stopped');
    await eventually(async () => media.videos.size === 0);
    expect(await uses()).toEqual([{ task: 'video', seconds: 4, is_settled: true }]);
  });
});

describe('TL-01 generate_video by Veo', () => {
  let veo: FakeVeo;
  let provider_id: string;
  const test = (json: object) => at.me.json<{ ok: boolean; message: string }>('/api/media-models/video/test', { json });
  beforeAll(async () => {
    veo = await startFakeVeo();
    const json = {
      kind: 'google',
      label: 'Google',
      base_url: veo.url,
      api_key: veo.key,
      models: ['gemini-3-pro'],
    };
    provider_id = (await at.me.json<{ id: string }>('/api/models/providers', { json })).id;
  });
  afterAll(() => veo.stop());
  beforeEach(async () => {
    veo.makes(1);
    veo.orders.length = veo.downloads.length = 0;
    await at.me.json('/api/media-models/video', { method: 'PUT', json: { model: 'veo-3.1-generate', provider_id } });
  });

  it('TL-01 is tested without making a video; no other task is done by this protocol', async () => {
    expect(await test({ model: 'veo-3.1-generate', provider_id })).toEqual({
      ok: true,
      message: 'veo-3.1-generate works.',
    });
    expect(await test({ model: 'gemini-3-pro', provider_id })).toEqual({
      ok: false,
      message: 'gemini-3-pro makes no videos.',
    });
    expect(veo.orders).toEqual([]);
    const image = await at.me.fetch('/api/media-models/image', { method: 'PUT', json: { model: 'x', provider_id } });
    expect(image.status).toBe(400);
  });

  it('TL-01 TL-02 answers a file, from an image too, and its key leaves the address of the provider never', async () => {
    mkdirSync(at.workspace('Videos'), { recursive: true });
    writeFileSync(at.workspace('Videos', 'boat.png'), pngImage(3));
    const { call, end } = await make({
      instruction: 'it sails',
      filepath: 'Videos/boat.png',
      orientation: 'portrait',
      seconds: 8,
    });
    expect(call.result).toMatchObject({ type: 'file_ref', path: 'w/Videos/boat.mp4', media_type: 'video/mp4' });
    expect(readFileSync(at.workspace('Videos', 'boat.mp4')).equals(MP4)).toBe(true);
    const [order] = veo.orders;
    expect(order).toMatchObject({
      model: 'veo-3.1-generate',
      prompt: 'it sails',
      aspectRatio: '9:16',
      durationSeconds: 8,
    });
    expect(order!.image!.bytes.equals(pngImage(3))).toBe(true);
    expect(veo.downloads).toEqual([veo.key, undefined]);
    expect(end.receipt).toMatchObject({ media: { videos: 1 } });
    expect(await uses()).toEqual([{ task: 'video', seconds: 8, is_settled: true }]);
  });

  it('TL-01 says why there is none: filtered, or of a length that Veo does not make', async () => {
    veo.makes(0, 'The prompt shows a celebrity.');
    const filtered = await make({ instruction: 'a', filepath: 'Videos/a' });
    expect(filtered.call.result).toMatchObject({
      message: 'veo-3.1-generate did not make the video. It says: “The prompt shows a celebrity.”',
    });
    const long = await make({ instruction: 'a', filepath: 'Videos/a', seconds: 12 });
    expect(long.call.result).toMatchObject({
      code: 'invalid',
      message: 'veo-3.1-generate makes videos of 4 or 8 seconds.',
    });
    expect([veo.orders.length, await uses()]).toEqual([1, []]);
  });

  it('TL-01 is taken back when the user stops the answer', async () => {
    veo.makes(1_000_000);
    at.provider.script(ordering({ instruction: 'a', filepath: 'Videos/a' }), fine);
    const sent = await at.me.send('go');
    await eventually(async () => veo.orders.some(({ asked }) => asked > 0));
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { json: {} });
    expect((await at.me.follow(sent.run_id)).end.status).toBe('stopped');
    expect(veo.orders).toMatchObject([{ cancelled: true }]);
  });
});
