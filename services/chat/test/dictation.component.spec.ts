import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
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
  await at.sql.query('delete from chat.media_uses');
  await at.me.json('/api/media-models/transcription', {
    method: 'PUT',
    json: { model: 'whisper-1', base_url: media.url, api_key: media.key },
  });
});

describe('speech for the message field', () => {
  const say = (bytes: Buffer, { seconds = '2', type = 'audio/webm;codecs=opus' } = {}) =>
    at.me.fetch(`/api/transcribe/voice?seconds=${seconds}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    });

  it('is written down by the model of the user, and metered', async () => {
    media.says(() => [
      { start: 0, end: 1, text: 'Good morning.' },
      { start: 1, end: 3, text: 'What is new?' },
    ]);
    const response = await say(Buffer.from('sound'));
    expect([response.status, await response.json()]).toEqual([200, { text: 'Good morning. What is new?' }]);
    expect(media.seen[0]!.file!.name).toBe('voice.webm');
    const { rows } = await at.sql.query('select task, seconds, is_settled from chat.media_uses');
    expect(rows).toEqual([{ task: 'transcription', seconds: 3, is_settled: true }]);
  });

  it('is refused with a sentence: no sound, another kind, no length, too long, no model, a model that refuses', async () => {
    const detail = async (response: Response) => [response.status, ((await response.json()) as any).detail];
    expect((await say(Buffer.alloc(0))).status).toBe(422);
    expect((await say(Buffer.from('x'), { type: 'text/html' })).status).toBe(422);
    expect((await say(Buffer.from('x'), { seconds: '-1' })).status).toBe(400);
    expect((await say(Buffer.from('x'), { seconds: '100000' })).status).toBe(400);
    expect((await say(Buffer.alloc(17 * 1024 * 1024))).status).toBe(413);
    expect(media.seen).toHaveLength(0);
    media.instead((response) => void response.writeHead(401).end());
    expect(await detail((await say(Buffer.from('x'))) as never)).toEqual([
      422,
      'The provider does not accept the key.',
    ]);
    await at.me.json('/api/media-models/transcription', { method: 'DELETE' });
    expect((await say(Buffer.from('x'))).status).toBe(409);
  });

  it('a client that disconnects cancels the request to the model', async () => {
    media.instead(() => undefined);
    const gone = new AbortController();
    const asked = at.me
      .fetch('/api/transcribe/voice?seconds=1', {
        method: 'POST',
        headers: { 'content-type': 'audio/webm' },
        body: 'x',
        signal: gone.signal,
      })
      .catch(() => undefined);
    await eventually(async () => media.seen.length === 1);
    gone.abort();
    await asked;
    await eventually(async () => media.seen[0]!.cancelled);
  });
});
