import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FakeMedia, pngImage, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { wav } from '../../../infra/testing/product/sound.js';
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
  media.says(() => [{ start: 61, end: 62, text: 'Good morning.', speaker: 'A' }]);
  media.seen.length = 0;
  await at.sql.query('delete from chat.media_uses');
  rmSync(at.workspace(), { recursive: true });
  mkdirSync(at.workspace('talks'), { recursive: true });
  await connect('image', 'gpt-image-1');
  await connect('transcription', 'whisper-1');
});

const connect = (task: string, model: string) =>
  at.me.json(`/api/media-models/${task}`, { method: 'PUT', json: { model, base_url: media.url, api_key: media.key } });

const calling = (tool: string, args: unknown, id: string) => (answer: any) => {
  answer.call(id, tool, args);
  answer.end('tool_calls');
};

/** Lets the model make these calls, one a step. */
async function call(...calls: [tool: string, args: unknown][]) {
  const answer = await askScripted(at, ...calls.map(([tool, args], n) => calling(tool, args, `c${n}`)), fine);
  return { ...answer, tools: answer.parts.filter((part): part is ToolPart => part.type === 'tool') };
}
const uses = async () =>
  (await at.sql.query('select task, images, seconds, is_settled, run_id from chat.media_uses order by created_at'))
    .rows;

const MEDIA_TOOLS = ['generate_image', 'edit_image', 'transcribe_audio', 'transcribe_video'];
async function offered(): Promise<string[]> {
  await askScripted(at, fine);
  const names = at.provider.requests.at(-1)!.request.tools!.map((tool) => tool.function.name);
  return names.filter((name) => MEDIA_TOOLS.includes(name));
}

describe('the tools for media', () => {
  it('TL-01 exist only as far as a model for them is connected', async () => {
    expect(await offered()).toEqual(MEDIA_TOOLS);
    await at.me.fetch('/api/media-models/image', { method: 'DELETE' });
    expect(await offered()).toEqual(['transcribe_audio', 'transcribe_video']);
    await at.me.fetch('/api/media-models/transcription', { method: 'DELETE' });
    expect(await offered()).toEqual([]);
  });

  it('TL-01 TL-02 generate_image answers a file, which is on the receipt, counted, and undone with the run', async () => {
    const { tools, end, sent } = await call([
      'generate_image',
      { prompt: 'a harbour at dusk', file_stem: 'harbour', orientation: 'landscape' },
    ]);
    expect(tools[0]).toMatchObject({
      state: 'done',
      result: { type: 'file_ref', path: 'w/Images/harbour.png', media_type: 'image/png', label: 'harbour.png' },
    });
    expect(media.seen[0]!.fields).toEqual({
      model: 'gpt-image-1',
      prompt: 'a harbour at dusk',
      n: 1,
      size: '1536x1024',
    });
    expect(readFileSync(at.workspace('Images', 'harbour.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(end.receipt).toMatchObject({
      files: [{ root: 'w', path: ['Images', 'harbour.png'], change: 'created' }],
      media: { images: 1, seconds: 0 },
      undo: 'available',
    });
    expect(await uses()).toEqual([{ task: 'image', images: 1, seconds: 0, is_settled: true, run_id: sent.run_id }]);
    await at.me.json(`/api/runs/${sent.run_id}/undo`, { method: 'POST' });
    expect(existsSync(at.workspace('Images', 'harbour.png'))).toBe(false);
  });

  it('TL-01 TL-02 n images are one request and a list of files; nothing is overwritten', async () => {
    mkdirSync(at.workspace('art'));
    writeFileSync(at.workspace('art', 'x-2.png'), 'mine');
    const args = { prompt: 'a', file_stem: 'x.png', n: 3, output_dir: '~/workspace/art' };
    const { tools, end } = await call(['generate_image', args]);
    expect(tools[0]!.result).toEqual({
      type: 'list',
      items: ['w/art/x-1.png', 'w/art/x-2 (2).png', 'w/art/x-3.png'],
    });
    expect(media.seen).toHaveLength(1);
    expect(readFileSync(at.workspace('art', 'x-2.png'), 'utf8')).toBe('mine');
    expect(end.receipt).toMatchObject({ media: { images: 3, seconds: 0 } });
  });

  it.each<[string, Record<string, unknown>]>([
    ['n 0', { n: 0 }],
    ['n 11', { n: 11 }],
    ['a name with a folder', { file_stem: '../x' }],
    ['no name', { file_stem: '..' }],
    ['an unknown orientation', { orientation: 'round' }],
    ['a folder outside of the home', { output_dir: '/etc' }],
    ['a folder above', { output_dir: '../..' }],
  ])('TL-01 generate_image with %s is refused before anything is paid', async (_, more) => {
    const { tools } = await call(['generate_image', { prompt: 'a', file_stem: 'a', ...more }]);
    expect(tools[0]!.result).toMatchObject({ type: 'error', code: expect.stringMatching(/^(invalid|outside_home)$/) });
    expect(media.seen).toHaveLength(0);
  });

  it('TL-01 TL-02 edit_image sends the image and writes the result beside it', async () => {
    writeFileSync(at.workspace('cat.png'), pngImage(7));
    const { tools } = await call(['edit_image', { prompt: 'add a hat', filepath: 'cat.png', file_suffix: '-hat' }]);
    expect(tools[0]!.result).toMatchObject({ type: 'file_ref', path: 'w/cat-hat.png', label: 'cat-hat.png' });
    expect(media.seen[0]).toMatchObject({
      path: '/v1/images/edits',
      fields: { model: 'gpt-image-1', prompt: 'add a hat' },
      file: { name: 'image.png', type: 'image/png' },
    });
    expect(media.seen[0]!.file!.bytes.equals(pngImage(7))).toBe(true);
    expect(readFileSync(at.workspace('cat.png')).equals(pngImage(7))).toBe(true);
  });

  it('TL-01 edit_image sends nothing but images', async () => {
    writeFileSync(at.workspace('key.png'), 'secret key');
    const { tools } = await call(
      ['edit_image', { prompt: 'a', filepath: 'key.png', file_suffix: '-x' }],
      ['edit_image', { prompt: 'a', filepath: 'none.png', file_suffix: '-x' }],
    );
    expect(tools.map(({ result }) => (result as { code: string }).code)).toEqual(['not_an_image', 'not_found']);
    expect(media.seen).toHaveLength(0);
  });

  it.each<[string, string]>([
    ['a page', JSON.stringify({ data: [{ b64_json: Buffer.from('<script>').toString('base64') }] })],
    ['an image of 9 MB', JSON.stringify({ data: [{ b64_json: Buffer.alloc(9 << 20).toString('base64') }] })],
    ['eleven images', JSON.stringify({ data: Array.from({ length: 11 }, () => ({})) })],
  ])('TL-02 a provider that answers with %s leaves no file', async (_, body) => {
    media.instead((response) => void response.end(body));
    const { tools } = await call(['generate_image', { prompt: 'a', file_stem: 'a' }]);
    expect(tools[0]).toMatchObject({ state: 'error', result: { message: expect.stringMatching(/\.$/) } });
    expect(readdirSync(at.workspace())).toEqual(['talks']);
  });

  it('TL-01 TL-02 transcribe_audio answers what is said, saves it, and is text of others for the chat', async () => {
    writeFileSync(at.workspace('talks', 'a.wav'), wav(62));
    const { tools, end, sent } = await call(['transcribe_audio', { audio_file_path: 'talks/a.wav' }]);
    expect(tools[0]!.result).toEqual({
      type: 'text',
      text: 'Saved ~/workspace/talks/a.wav.transcript.jsonl (1:02, english).\n[1:01] A: Good morning.',
    });
    expect(end.receipt).toMatchObject({
      files: [{ path: ['talks', 'a.wav.transcript.jsonl'], change: 'created' }],
      media: { images: 0, seconds: 62 },
    });
    const { rows } = await at.sql.query('select foreign_sources, secret from chat.conversations where id = $1', [
      sent.conversation_id,
    ]);
    expect(rows).toEqual([{ foreign_sources: [{ kind: 'recording', name: '' }], secret: true }]);
  });

  it('TL-01 transcribe_video takes videos only, and says when nothing is there', async () => {
    writeFileSync(at.workspace('talks', 'a.mp4'), 'any bytes');
    const { tools } = await call(
      ['transcribe_video', { video_file_path: 'talks/a.mp4' }],
      ['transcribe_video', { video_file_path: 'talks/a.wav' }],
      ['transcribe_video', { video_file_path: 'talks/none.mp4' }],
      ['transcribe_audio', { audio_file_path: '/etc/passwd.mp3' }],
    );
    expect(tools.map(({ result }) => (result!.type === 'error' ? result!.code : result!.type))).toEqual([
      'text',
      'not_a_recording',
      'not_found',
      'outside_home',
    ]);
    expect(media.seen).toHaveLength(1);
  });

  it('S7 beyond twenty images the user is asked, and a no makes none', async () => {
    const ten = { prompt: 'a', file_stem: 'a', n: 10 };
    at.provider.script(
      calling('generate_image', ten, 'a'),
      calling('generate_image', { ...ten, file_stem: 'b' }, 'b'),
      calling('generate_image', { ...ten, file_stem: 'c' }, 'c'),
      fine,
    );
    const sent = await at.me.send('many');
    const asked = await at.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.approval' });
    const question = asked.events.at(-1)!.data as { approval_id: string; reason: string };
    expect(question.reason).toMatch(/many images/);
    expect(media.seen).toHaveLength(2);
    const path = `/api/runs/${sent.run_id}/approvals/${question.approval_id}`;
    await at.me.json(path, { json: { decision: 'deny' } });
    const { end } = await at.me.follow(sent.run_id);
    expect(media.seen).toHaveLength(2);
    expect(end.receipt).toMatchObject({ media: { images: 20 } });
  });

  it('stopping leaves the provider, and what may have been charged is counted', async () => {
    media.instead(() => undefined);
    at.provider.script(calling('generate_image', { prompt: 'a', file_stem: 'a', n: 2 }, 'a'));
    const sent = await at.me.send('go');
    await at.me.follow(sent.run_id, { until: ({ type }) => type === 'tool.running' });
    await eventually(() => media.seen.length === 1);
    await at.me.json(`/api/runs/${sent.run_id}/stop`, { method: 'POST' });
    await at.me.follow(sent.run_id);
    expect(await uses()).toMatchObject([{ images: 2, is_settled: false }]);
    expect(existsSync(at.workspace('Images'))).toBe(false);
  });
});
