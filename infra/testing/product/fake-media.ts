/** A fake server of the protocol of OpenAI for images, videos and speech. It refuses what that protocol refuses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

export interface SeenMedia {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Of the file that came along. */
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Buffer };
  /** True when the product closed the connection before the response was complete. */
  cancelled: boolean;
}

export interface Said {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly speaker?: string;
}

export interface FakeMedia {
  /** The address of the API, with `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly seen: SeenMedia[];
  /** Answers the next requests instead of the protocol; undefined: the protocol again. */
  instead(answer: ((response: ServerResponse) => void) | undefined): void;
  /** Videos that were ordered and not taken back. */
  readonly videos: ReadonlyMap<string, FakeVideo>;
  /** How many questions a video is unfinished for; it fails with these words, if any. */
  makesVideos(after: number, failsWith?: string): void;
  /** What is heard in recordings from now on. */
  says(lines: (request: SeenMedia) => readonly Said[]): void;
  stop(): Promise<void>;
}

/** A video that is made while its state is asked for. */
export interface FakeVideo {
  readonly prompt: string;
  readonly seconds: string;
  readonly size: string;
  asked: number;
}

/** The beginning of an MP4, by which it is known. */
export const MP4 = Buffer.concat([
  Buffer.from('0000001866747970', 'hex'),
  Buffer.from('mp42\0\0\0\0mp42isom'),
  Buffer.alloc(9_000_000),
]);

const KEY = 'media-canary-0123456789';
const SIZES = new Set(['1024x1024', '1536x1024', '1024x1536', 'auto']);

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Asked = Omit<SeenMedia, 'cancelled'>;

/** A PNG of one colour, which differs with every call. */
export function pngImage(shade: number, side = 64): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, Buffer.of(shade % 256, (shade * 47) % 256, 160))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

let shade = 0;
const image = () => ({ b64_json: pngImage(++shade * 31).toString('base64') });

function checkedImages({ fields }: Asked): number {
  const {
    model,
    prompt,
    n = 1,
    size = 'auto',
    response_format,
  } = fields as Record<string, string | number | undefined>;
  if (typeof prompt !== 'string' || prompt === '') throw new Refusal(400, 'A prompt is required.');
  if (!(Number(n) >= 1 && Number(n) <= 10)) throw new Refusal(400, `Invalid value for n: ${n}.`);
  if (!SIZES.has(String(size))) throw new Refusal(400, `Invalid size: ${size}.`);
  const isGpt = String(model).startsWith('gpt-');
  if (isGpt && response_format !== undefined) throw new Refusal(400, "Unknown parameter: 'response_format'.");
  if (!isGpt && response_format !== 'b64_json') throw new Refusal(400, 'Only b64_json is known.');
  return Number(n);
}

const ROUTES: Record<string, (asked: Asked, says: (request: Asked) => readonly Said[]) => unknown> = {
  '/v1/images/generations': (asked) => ({ created: 1, data: Array.from({ length: checkedImages(asked) }, image) }),
  '/v1/images/edits': (asked) => {
    if (!asked.file || !/^image\/(png|jpeg|webp)$/.test(asked.file.type)) throw new Refusal(400, 'Invalid image.');
    return { created: 1, data: Array.from({ length: checkedImages(asked) }, image) };
  },
  '/v1/audio/transcriptions': (asked, says) => {
    const { model, response_format: format } = asked.fields as Record<string, string | undefined>;
    if (!asked.file || asked.file.bytes.length === 0) throw new Refusal(400, 'No file.');
    if (!/\.(flac|m4a|mp3|mp4|mpeg|mpga|ogg|wav|webm)$/.test(asked.file.name))
      throw new Refusal(400, 'Unrecognized file format.');
    if (asked.file.bytes.length > 25 * 1024 * 1024) throw new Refusal(413, 'Maximum content size limit exceeded.');
    if (/^(gpt-|plain)/.test(String(model)) && format !== 'json')
      throw new Refusal(400, `response_format '${format}' is not compatible with model '${model}'.`);
    const lines = says(asked);
    const text = lines.map((line) => line.text).join(' ');
    if (format === 'json') return { text };
    const segments = lines.map((line, id) => ({ id, seek: 0, ...line, text: ` ${line.text}` }));
    return { task: 'transcribe', language: 'english', duration: lines.at(-1)?.end ?? 0, text, segments };
  },
};

class FakeVideos {
  readonly made = new Map<string, FakeVideo>();
  after = 2;
  failsWith?: string;

  answer({ method, path, fields }: Asked): Buffer | object {
    const [, id, part] = /^\/v1\/videos(?:\/([^/?]+))?(\/content)?(?:\?.*)?$/.exec(path) ?? [];
    if (!id) return method === 'POST' ? this.order(fields) : { object: 'list', data: [...this.made.keys()] };
    const video = this.made.get(id);
    if (!video) throw new Refusal(404, `Video ${id} not found.`);
    if (method === 'DELETE') {
      this.made.delete(id);
      return { id, object: 'video.deleted', deleted: true };
    }
    if (!part) return this.state(id, video);
    if (video.asked <= this.after) throw new Refusal(404, 'Video is not ready yet.');
    return MP4;
  }

  private order({ model, prompt, seconds = '4', size = '720x1280' }: Readonly<Record<string, unknown>>): object {
    if (typeof model !== 'string' || typeof prompt !== 'string') throw new Refusal(400, 'A prompt is required.');
    if (!['4', '8', '12'].includes(String(seconds))) throw new Refusal(400, `Invalid value for seconds: ${seconds}.`);
    if (!['1280x720', '720x1280'].includes(String(size))) throw new Refusal(400, `Invalid size: ${size}.`);
    const id = `video_${this.made.size + 1}`;
    this.made.set(id, { prompt, seconds: String(seconds), size: String(size), asked: 0 });
    return { id, object: 'video', model, status: 'queued', progress: 0 };
  }

  private state(id: string, video: FakeVideo): object {
    const isDone = ++video.asked > this.after;
    if (isDone && this.failsWith !== undefined)
      return { id, object: 'video', status: 'failed', error: { code: 'moderation_blocked', message: this.failsWith } };
    const progress = isDone ? 100 : Math.floor((video.asked / (this.after + 1)) * 100);
    return { id, object: 'video', status: isDone ? 'completed' : 'in_progress', progress };
  }
}

export async function startFakeMedia(): Promise<FakeMedia> {
  const seen: SeenMedia[] = [];
  const videos = new FakeVideos();
  let instead: ((response: ServerResponse) => void) | undefined;
  let says: (request: SeenMedia) => readonly Said[] = () => [{ start: 0, end: 1, text: 'Good morning.' }];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const asked: SeenMedia = { ...(await readRequest(request)), cancelled: false };
    seen.push(asked);
    response.on('close', () => (asked.cancelled = !response.writableFinished));
    if (instead) return void instead(response);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    try {
      if (asked.authorization !== `Bearer ${KEY}`) throw new Refusal(401, 'Incorrect API key provided.');
      if (asked.path.startsWith('/v1/videos')) {
        const answered = videos.answer(asked);
        if (Buffer.isBuffer(answered))
          return void response.writeHead(200, { 'content-type': 'video/mp4' }).end(answered);
        return void send(200, answered);
      }
      const route = request.method === 'POST' ? ROUTES[asked.path] : undefined;
      if (!route) throw new Refusal(404, `Unknown request URL: ${asked.path}.`);
      send(200, route(asked, says as (request: Asked) => readonly Said[]));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      send(error.status, { error: { message: error.message, type: 'invalid_request_error' } });
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key: KEY,
    seen,
    instead: (given) => void (instead = given),
    videos: videos.made,
    makesVideos: (after, failsWith) => void Object.assign(videos, { after, failsWith }),
    says: (given) => void (says = given),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Asked> {
  const blocks: Buffer[] = [];
  for await (const block of request) blocks.push(block as Buffer);
  const body = Buffer.concat(blocks);
  const about = { method: request.method ?? '', path: request.url ?? '', authorization: request.headers.authorization };
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data'))
    return { ...about, fields: JSON.parse(body.toString() || '{}') as Record<string, unknown> };
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const fields: Record<string, unknown> = {};
  let file: SeenMedia['file'];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else file = { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return { ...about, fields, ...(file && { file }) };
}
