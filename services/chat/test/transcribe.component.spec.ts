import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FakeMedia, startFakeMedia } from '../../../infra/testing/product/fake-media.js';
import { wav } from '../../../infra/testing/product/sound.js';
import { type Harness, startHarness } from './harness.js';

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
  media.says(() => [{ start: 0, end: 1, text: 'Good morning.' }]);
  media.seen.length = 0;
  await at.sql.query('delete from chat.media_uses');
  rmSync(at.workspace(), { recursive: true });
  mkdirSync(at.workspace('talks'), { recursive: true });
  await connect();
});

const connect = (model = 'whisper-1') =>
  at.me.json('/api/media-models/transcription', {
    method: 'PUT',
    json: { model, base_url: media.url, api_key: media.key },
  });

type Fields = Record<string, string | Blob>;
interface Transcription {
  readonly status: number;
  readonly events: [name: string, data: any][];
  readonly problem?: any;
}

function send(fields: Fields, { kind = 'audio', signal }: { kind?: string; signal?: AbortSignal } = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, 'recording');
  }
  return at.me.fetch(`/api/transcribe/${kind}`, { method: 'POST', body, ...(signal && { signal }) });
}

async function transcribe(fields: Fields, options?: Parameters<typeof send>[1]): Promise<Transcription> {
  const response = await send(fields, options);
  const text = await response.text();
  if (response.status !== 200) return { status: response.status, events: [], problem: JSON.parse(text) };
  const events = text.split('\n\n').flatMap((block): [string, any][] => {
    const found = /^event: (\w+)\ndata: (.*)$/.exec(block);
    return found ? [[found[1]!, JSON.parse(found[2]!)]] : [];
  });
  return { status: 200, events };
}

const linesOf = (name: string) =>
  readFileSync(at.workspace('talks', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const uses = async () =>
  (await at.sql.query('select model, seconds, is_settled from chat.media_uses order by created_at')).rows;

describe('a transcription', () => {
  it('TS-01 starts, tells how far it is, completes, and its lines lie beside the recording', async () => {
    media.says(() => [
      { start: 0, end: 1.5, text: 'Good morning.' },
      { start: 1.5, end: 2.25, text: 'Shall we begin?', speaker: 'A' },
    ]);
    const done = await transcribe({ file: new Blob([wav(3)]), relative_path: 'talks/a.wav', duration: '3' });
    expect(done.events).toEqual([
      ['TranscribeStartEvent', { duration: 3, parts: 1 }],
      ['TranscribeProgressEvent', { progress: 95 }],
      [
        'TranscribeCompleteEvent',
        { path: 'w/talks/a.wav.transcript.jsonl', lines: 2, language: 'english', duration: 3 },
      ],
    ]);
    expect(linesOf('a.wav.transcript.jsonl')).toEqual([
      { text: 'Good morning.', start: 0, end: 1.5, language: 'english' },
      { text: 'Shall we begin?', start: 1.5, end: 2.25, speaker: 'A', language: 'english' },
    ]);
    expect(media.seen[0]).toMatchObject({
      authorization: `Bearer ${media.key}`,
      fields: { model: 'whisper-1', response_format: 'verbose_json', 'timestamp_granularities[]': 'segment' },
      file: { name: 'recording.wav' },
    });
    expect(media.seen[0]!.file!.bytes.equals(Buffer.from(wav(3)))).toBe(true);
    expect(await uses()).toEqual([{ model: 'whisper-1', seconds: 2.25, is_settled: true }]);
  });

  it('TS-01 reads the recording from the computer when it does not come along', async () => {
    writeFileSync(at.workspace('talks', 'b.wav'), wav(2));
    const done = await transcribe({ relative_path: 'talks/b.wav' });
    expect(done.events.map(([name]) => name)).toEqual([
      'TranscribeStartEvent',
      'TranscribeProgressEvent',
      'TranscribeCompleteEvent',
    ]);
    expect(media.seen[0]!.file!.bytes.equals(Buffer.from(wav(2)))).toBe(true);
  });

  it('TS-01 a second transcript is a version of the first, and what was written meanwhile stays', async () => {
    const form = { file: new Blob([wav(1)]), relative_path: 'talks/a.wav' };
    await transcribe(form);
    media.says(() => [{ start: 0, end: 1, text: 'Better.' }]);
    await transcribe(form);
    expect(linesOf('a.wav.transcript.jsonl').map(({ text }) => text)).toEqual(['Better.']);
    media.says(() => {
      writeFileSync(at.workspace('talks', 'a.wav.transcript.jsonl'), '{"text":"mine"}\n');
      return [{ start: 0, end: 1, text: 'Best.' }];
    });
    const third = await transcribe(form);
    expect(third.events.at(-1)![1].path).toBe('w/talks/a.wav (2).transcript.jsonl');
    expect(linesOf('a.wav.transcript.jsonl')).toEqual([{ text: 'mine' }]);
    expect(linesOf('a.wav (2).transcript.jsonl').map(({ text }) => text)).toEqual(['Best.']);
  });

  it('TS-01 the detail is the provider’s own sentence, and no half transcript is left', async () => {
    media.instead((response) => void response.writeHead(400).end('{"error":{"message":"Audio is corrupt."}}'));
    const failed = await transcribe({ file: new Blob([wav(1)]), relative_path: 'talks/a.wav' });
    expect(failed.events).toEqual([
      ['TranscribeStartEvent', { parts: 1 }],
      ['error', { detail: 'whisper-1 did not accept the request. It says: “Audio is corrupt.”' }],
    ]);
    expect(readdirSync(at.workspace('talks'))).toEqual([]);
    expect(await uses()).toEqual([]);
  });

  it('TS-01 a moment’s trouble of the provider is waited for', async () => {
    let refusals = 0;
    media.instead((response) => {
      if (++refusals === 2) media.instead(undefined);
      response.writeHead(503).end();
    });
    const done = await transcribe({ file: new Blob([wav(1)]), relative_path: 'talks/a.wav' });
    expect(done.events.at(-1)![0]).toBe('TranscribeCompleteEvent');
    expect(media.seen).toHaveLength(3);
  });

  it('TS-01 disconnecting cancels it: the provider is left, no file is written, what may be charged is counted', async () => {
    media.instead(() => undefined);
    const cancel = new AbortController();
    const form = { file: new Blob([wav(1)]), relative_path: 'talks/a.wav', duration: '1' };
    const response = await send(form, { signal: cancel.signal });
    const reading = response.text().catch(() => 'gone');
    await eventually(() => media.seen.length === 1);
    cancel.abort();
    expect(await reading).toBe('gone');
    await eventually(() => media.seen[0]!.cancelled);
    expect(readdirSync(at.workspace('talks'))).toEqual([]);
    expect(await uses()).toEqual([{ model: 'whisper-1', seconds: 1, is_settled: false }]);
    media.instead(undefined);
    expect((await transcribe(form)).events.at(-1)![0]).toBe('TranscribeCompleteEvent');
  });

  it('TS-01 a user has two at once', async () => {
    media.instead(() => undefined);
    const cancel = new AbortController();
    const form = { file: new Blob([wav(1)]), relative_path: 'talks/a.wav' };
    const open = await Promise.all([1, 2].map(() => send(form, { signal: cancel.signal })));
    await eventually(() => media.seen.length === 2);
    const third = await transcribe(form);
    expect([third.status, third.problem.code]).toEqual([429, 'chat.too_many_transcriptions']);
    cancel.abort();
    await Promise.all(open.map((response) => response.text().catch(() => 'gone')));
  });

  it.each<[string, Fields, number, string]>([
    ['without a path', { file: new Blob(['x']) }, 400, 'The form is not valid'],
    ['out of the folder', { relative_path: '../a.wav' }, 400, 'The form is not valid'],
    ['with a strange field', { relative_path: 'a.wav', model: 'x' }, 400, 'The form is not valid'],
    ['with a duration that is none', { relative_path: 'a.wav', duration: 'NaN' }, 400, 'The form is not valid'],
    ['of a document', { relative_path: 'a.docx' }, 422, 'This is no audio or video file'],
    ['of a file that is gone', { relative_path: 'talks/gone.wav' }, 404, 'gone.wav is not there any more.'],
    ['of nothing', { relative_path: 'talks/a.wav', file: new Blob([]) }, 422, 'The recording is empty.'],
  ])('a form %s is refused with a sentence', async (_, fields, status, detail) => {
    const refused = await transcribe(fields);
    expect([refused.status, refused.problem.detail]).toEqual([status, expect.stringContaining(detail)]);
    expect(media.seen).toHaveLength(0);
  });

  it('a body that is no form, and a form that breaks off, are refused', async () => {
    const post = (body: string, type: string) =>
      at.me.fetch('/api/transcribe/audio', { method: 'POST', body, headers: { 'content-type': type } });
    expect((await post('{}', 'application/json')).status).toBe(400);
    expect((await post('--x\r\ncontent-dis', 'multipart/form-data; boundary=x')).status).toBe(400);
  });

  it('needs a connected model', async () => {
    await at.me.fetch('/api/media-models/transcription', { method: 'DELETE' });
    const refused = await transcribe({ file: new Blob([wav(1)]), relative_path: 'a.wav' });
    expect([refused.status, refused.problem.code]).toEqual([409, 'chat.no_transcription']);
  });

  it.each<[string, unknown]>([
    ['times of no recording', [{ text: 'a', start: -5, end: 1e12 }]],
    ['a line before the one before', [{ text: 'a', start: 1, end: 0.5 }]],
    ['hidden characters and breaks', [{ text: 'a\n\u0000b\ud800', start: 0, end: 1 }]],
  ])('what a model says with %s becomes lines that can be read', async (_, segments) => {
    media.instead((response) => void response.end(JSON.stringify({ text: 'x', duration: 2, segments })));
    await transcribe({ file: new Blob([wav(2)]), relative_path: 'talks/a.wav', duration: '2' });
    const [line] = linesOf('a.wav.transcript.jsonl');
    expect(line.start).toBeGreaterThanOrEqual(0);
    expect(line.end).toBeGreaterThanOrEqual(line.start);
    expect(line.text.isWellFormed() && !/[\n]/.test(line.text)).toBe(true);
  });

  it('a recording without speech leaves no file', async () => {
    media.says(() => []);
    const done = await transcribe({ file: new Blob([wav(1)]), relative_path: 'talks/a.wav' });
    expect(done.events.at(-1)).toEqual(['error', { detail: 'No speech was found in this recording.' }]);
    expect(existsSync(at.workspace('talks', 'a.wav.transcript.jsonl'))).toBe(false);
  });
});

describe('a long recording', () => {
  it('has ffmpeg to be tested with', () => expect(spawnSync('ffmpeg', ['-version']).status).toBe(0));

  it('TS-01 is cut in its pauses by ffmpeg inside the computer, and its times are those of the whole', async () => {
    // Pauses of two seconds at 230 and 490 seconds.
    writeFileSync(at.workspace('talks', 'long.wav'), wav(600, [230, 490]));
    let piece = 0;
    media.says(() => [{ start: 1, end: 2, text: `Piece ${++piece}`, speaker: 'A' }]);
    const done = await transcribe({ relative_path: 'talks/long.wav', duration: '1300' });
    expect(done.events[0]).toEqual(['TranscribeStartEvent', { duration: 600, parts: 3 }]);
    expect(done.events.slice(1, -1).map(([, { progress }]) => progress)).toEqual([31, 63, 95]);
    expect(media.seen.map(({ file }) => file!.name).sort()).toEqual(['part-1.ogg', 'part-2.ogg', 'part-3.ogg']);
    for (const { file } of media.seen) expect(file!.bytes.subarray(0, 4).toString()).toBe('OggS');
    const lines = linesOf('long.wav.transcript.jsonl');
    expect(lines.map(({ start }) => Math.round(start))).toEqual([1, 232, 492]);
    expect(lines.map(({ speaker }) => speaker)).toEqual(['1-A', '2-A', '3-A']);
    expect(await uses()).toEqual([{ model: 'whisper-1', seconds: expect.closeTo(600, 0), is_settled: true }]);
  });

  it('TS-01 one that came along but is too large is read from the computer', async () => {
    const long = wav(1_700);
    expect(long.byteLength).toBeGreaterThan(24 * 1024 * 1024);
    writeFileSync(at.workspace('talks', 'large.wav'), long);
    const done = await transcribe({ file: new Blob([long]), relative_path: 'talks/large.wav' });
    expect(done.events.at(-1)![0]).toBe('TranscribeCompleteEvent');
    expect(done.events[0]![1].parts).toBe(8);
  });

  it.each<[string, string]>([
    ['a list of other files', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'],
    ['a script of concat', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
    ['noise', 'x'.repeat(1_000)],
  ])('%s is not followed', async (_, content) => {
    writeFileSync(at.workspace('talks', 'trap.mkv'), content);
    const failed = await transcribe({ relative_path: 'talks/trap.mkv' }, { kind: 'video' });
    expect(failed.problem.detail).toBe('There is no sound in this file that can be read.');
    expect(media.seen).toHaveLength(0);
  });

  it('a name is never a command', async () => {
    const name = '$(touch pwned);`touch pwned` "\'-i.mkv';
    writeFileSync(at.workspace('talks', name), 'x');
    expect((await transcribe({ relative_path: `talks/${name}` }, { kind: 'video' })).status).toBe(422);
    expect(existsSync(at.workspace('pwned'))).toBe(false);
  });
});
