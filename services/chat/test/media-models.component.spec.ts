import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeMedia, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { type Harness, startHarness } from './harness.js';

let at: Harness;
let media: FakeMedia;
beforeAll(async () => {
  [at, media] = await Promise.all([startHarness(), startFakeMedia()]);
});
afterAll(async () => {
  await media.stop();
  await at.stop();
});
beforeEach(async () => {
  media.instead(undefined);
  media.seen.length = 0;
  for (const task of ['image', 'transcription']) await at.me.fetch(`/api/media-models/${task}`, { method: 'DELETE' });
  await at.sql.query('delete from chat.media_uses');
});

const put = (task: string, json: object) => at.me.fetch(`/api/media-models/${task}`, { method: 'PUT', json });
const test = (task: string, json: object) => at.me.json<any>(`/api/media-models/${task}/test`, { json });
const image = () => ({ model: 'gpt-image-1', base_url: media.url, api_key: media.key });
const speech = () => ({ model: 'whisper-1', base_url: media.url, api_key: media.key });

describe('the models for images and transcriptions', () => {
  it('TL-01 are stored encrypted, shown without their keys, and belong to one user', async () => {
    const shown = { model: 'gpt-image-1', provider_id: null, base_url: media.url, has_key: true, price: null };
    expect(await (await put('image', image())).json()).toEqual({ task: 'image', ...shown });
    await put('transcription', speech());
    expect(await at.me.json('/api/media-models')).toEqual({
      models: [
        { task: 'image', ...shown },
        { task: 'transcription', ...shown, model: 'whisper-1' },
      ],
    });
    expect(await at.other.json('/api/media-models')).toEqual({ models: [] });
    const { rows } = await at.sql.query('select key from chat.media_models');
    expect(rows.map(({ key }) => key.toString('latin1').includes(media.key))).toEqual([false, false]);
  });

  it('TL-01 are tested by use: with one image, with a second of sound', async () => {
    expect(await test('image', image())).toEqual({ ok: true, message: 'gpt-image-1 works.' });
    expect(await test('image', { ...image(), model: 'flux' })).toEqual({ ok: true, message: 'flux works.' });
    expect(await test('transcription', speech())).toEqual({ ok: true, message: 'whisper-1 works.' });
    expect(media.seen.map(({ path, fields }) => [path, fields['response_format']])).toEqual([
      ['/v1/images/generations', undefined],
      ['/v1/images/generations', 'b64_json'],
      ['/v1/audio/transcriptions', 'verbose_json'],
    ]);
    expect(media.seen[2]!.file!.bytes.subarray(0, 4).toString()).toBe('RIFF');
    const { rows } = await at.sql.query(
      'select task, images, seconds, is_settled, run_id from chat.media_uses order by created_at',
    );
    const used = { images: 0, seconds: 0, is_settled: true, run_id: null };
    expect(rows).toEqual([
      { task: 'image', ...used, images: 1 },
      { task: 'image', ...used, images: 1 },
      { task: 'transcription', ...used, seconds: 1 },
    ]);
  });

  it('TL-01 work without time stamps where the model has none', async () => {
    expect(await test('transcription', { ...speech(), model: 'gpt-4o-transcribe' })).toMatchObject({ ok: true });
    expect(await test('transcription', { ...speech(), model: 'plain-model' })).toMatchObject({ ok: true });
    expect(media.seen.map(({ fields }) => fields['response_format'])).toEqual(['json', 'verbose_json', 'json']);
  });

  it('TL-01 say in the words of the provider what is wrong, never repeat the key, and count nothing', async () => {
    expect(await test('image', { ...image(), api_key: 'wrong' })).toEqual({
      ok: false,
      message: 'The provider does not accept the key. It says: “Incorrect API key provided.”',
    });
    media.instead((response) => void response.writeHead(400).end(`{"error":{"message":"no ${media.key}"}}`));
    expect((await test('image', image())).message).toBe('gpt-image-1 did not accept the request. It says: “no …”');
    const { rows } = await at.sql.query('select id from chat.media_uses');
    expect(rows).toEqual([]);
  });

  it('TL-01 use the address and key of a connected provider, and go with it', async () => {
    const { id } = await at.me.json<any>('/api/models/providers', {
      json: { kind: 'openai-compatible', base_url: media.url, api_key: media.key, models: ['x'] },
    });
    const input = { model: 'gpt-image-1', provider_id: id };
    expect(await test('image', input)).toMatchObject({ ok: true });
    expect(await (await put('image', input)).json()).toMatchObject({ provider_id: id, base_url: null, has_key: false });
    const foreign = await at.other.fetch('/api/media-models/image', { method: 'PUT', json: input });
    expect([foreign.status, await foreign.json()]).toMatchObject([400, { code: 'chat.no_media_provider' }]);
    expect((await at.me.fetch(`/api/models/providers/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await at.me.json('/api/media-models')).toEqual({ models: [] });
  });

  it('TL-01 keep the key of an address, and never send it to another one', async () => {
    await put('image', image());
    const { api_key: _key, ...kept } = image();
    expect(await test('image', { ...kept, model: 'gpt-image-2' })).toMatchObject({ ok: true });
    expect((await put('image', { ...kept, model: 'gpt-image-2' })).status).toBe(200);
    expect(await test('image', { ...kept, model: 'gpt-image-2' })).toMatchObject({ ok: true });
    const moved = { ...kept, base_url: 'http://127.0.0.1:9/v1' };
    const refused = await put('image', moved);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'chat.key_for_address' }]);
    expect((await at.me.fetch('/api/media-models/image/test', { json: moved })).status).toBe(400);
  });

  it('S3 only the owner of the installation may reach private addresses by them', async () => {
    expect(await at.other.json<any>('/api/media-models/image/test', { json: image() })).toMatchObject({
      ok: false,
      message: expect.stringContaining('not on the public internet'),
    });
    expect(media.seen).toEqual([]);
  });

  it.each([
    ['image', { model: 'x' }],
    ['image', { model: '', base_url: 'https://a.test' }],
    ['image', { model: 'x', base_url: 'javascript:alert(1)' }],
    ['image', { model: 'x', base_url: 'https://a.test', provider_id: crypto.randomUUID() }],
    ['music', { model: 'x', base_url: 'https://a.test' }],
  ])('%s %j is refused', async (task, json) => {
    expect((await put(task, json)).status).toBe(400);
  });

  it.each<[string, string]>([
    ['no image', '{"data":[]}'],
    ['a page instead of an image', `{"data":[{"b64_json":"${Buffer.from('<html>').toString('base64')}"}]}`],
    ['no JSON', 'hello'],
    ['deep nesting', '['.repeat(200_000)],
    ['an image at a file address', '{"data":[{"url":"file:///etc/passwd"}]}'],
  ])('an answer with %s is a sentence', async (_, body) => {
    media.instead((response) => void response.end(body));
    expect(await test('image', image())).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  it('an endless answer is cut off', async () => {
    media.instead((response) => {
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(1 << 20)));
      };
      response.on('drain', more);
      more();
    });
    expect((await test('transcription', speech())).message).toMatch(/longer than anything expected/);
  });
});
