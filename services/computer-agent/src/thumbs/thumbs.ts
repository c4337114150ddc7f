/** Small images of files, made in a limited process each and kept until the file changes. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorReason } from '@zo/proto/agent/v1';
import { matches, pathFromAddress } from '../bytes/bytes.js';
import { agentError, invalid } from '../errors.js';
import { readAt } from '../files/calls.js';
import { openRegular } from '../files/read.js';
import type { Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { runOnce } from '../programs/one-shot.js';
import { ThumbCache } from './cache.js';
import type { ThumbToMake } from './messages.js';

/** Previews for people, and pictures for models. */
const FORMATS: ReadonlyMap<number, ThumbToMake['format']> = new Map([
  [320, 'webp'],
  [1_568, 'jpeg'],
]);
const MAX_FILE = 32 * 1024 * 1024;
/** 40 million pixels take 160 MB in the decoder and again beside it. */
const LIMITS = { heapMb: 128, memoryMb: 640, processorMs: 15_000 };
const MAX_BYTES = { webp: 512 * 1024, jpeg: 2 * 1024 * 1024 };
const AT_ONCE = 2;
const MAX_WAITING = 300;
/** Changes with what thumbnails look like. */
const FORM = 2;

interface Source {
  readonly key: string;
  readonly fd: number;
  readonly bytes: number;
}

export class Thumbs {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly making = new Map<string, { made: Promise<Buffer>; askers: (() => boolean)[] }>();
  private readonly cache: ThumbCache;

  /** @param program bundle of the program that makes one */
  constructor(
    private readonly home: Home,
    private readonly program: string,
  ) {
    this.cache = new ThumbCache(home.folder);
  }

  /**
   * GET /thumbs/w/a.jpg?size=320 answers WebP, with `size=1568` JPEG.
   * @throws UNREADABLE when the file has no image to show
   */
  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url ?? '';
    const size = Number(new URL(url, 'http://agent').searchParams.get('size'));
    const format = FORMATS.get(size);
    if (!format) throw invalid(`A thumbnail has ${[...FORMATS.keys()].join(' or ')} pixels.`);
    const path = pathFromAddress(url, '/thumbs/');
    await this.home.within(path, { follow: true }, async (place) => {
      const { fd, stats } = openRegular(place, showPath(path));
      try {
        const version = [FORM, size, stats.ino, stats.size, stats.mtimeNs].join('-');
        const key = createHash('sha256').update(version).digest('hex').slice(0, 32);
        const etag = `"thumb-${key}"`;
        response.setHeader('etag', etag);
        if (matches(request.headers['if-none-match'], etag)) return void response.writeHead(304).end();
        const isGone = () => response.destroyed;
        const thumb = await this.get({ key, fd, bytes: Number(stats.size) }, { size, format }, isGone);
        if (thumb.length === 0) throw agentError(ErrorReason.UNREADABLE, 'There is no preview of this file.');
        response.writeHead(200, { 'content-type': `image/${format}`, 'content-length': thumb.length }).end(thumb);
      } finally {
        fs.closeSync(fd);
      }
    });
  }

  private async get(source: Source, head: ThumbToMake, isGone: () => boolean): Promise<Buffer> {
    const { key } = source;
    const kept = this.cache.read(key);
    if (kept) return kept;
    const known = this.making.get(key);
    if (known) {
      known.askers.push(isGone);
      return known.made;
    }
    // Whoever asked first may have left while others wait. Its request waits, too, because the open file is its own.
    const askers = [isGone];
    const made = this.inTurn(() =>
      askers.every((hasGone) => hasGone()) ? Promise.reject(gone()) : this.make(source, head),
    );
    this.making.set(key, { made, askers });
    return made.finally(() => this.making.delete(key));
  }

  private async make({ key, fd, bytes }: Source, head: ThumbToMake): Promise<Buffer> {
    const isSmall = bytes > 0 && bytes <= MAX_FILE;
    const limits = { ...LIMITS, maxBytes: MAX_BYTES[head.format] };
    const made = isSmall ? await runOnce(this.program, { head, bytes: await readFrom(fd, bytes) }, limits) : null;
    const thumb = made ?? Buffer.alloc(0);
    this.cache.write(key, thumb);
    return thumb;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MAX_WAITING)
      throw agentError(ErrorReason.LIMIT_REACHED, 'Too many previews were asked for at once.');
    if (this.running >= AT_ONCE) await new Promise<void>((next) => this.waiting.push(next));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

const gone = () => agentError(ErrorReason.CANCELLED, 'Nobody waits for this preview any more.');

async function readFrom(fd: number, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  let at = 0;
  while (at < bytes) {
    const read = await readAt(fd, content.subarray(at), at);
    if (read === 0) break;
    at += read;
  }
  return content.subarray(0, at);
}
