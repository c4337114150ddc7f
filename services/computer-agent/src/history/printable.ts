/**
 * What commands can print of a file: its bytes, what unpacks from them, and the text of a document. Judged by the
 * content, because a name says nothing.
 */
import fs from 'node:fs';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { yieldToEventLoop } from '../files/calls.js';
import type { Folder } from '../home/folder.js';
import { openBelow } from '../home/open-below.js';
import { documentText } from '../search/documents/document-text.js';
import { type DocumentKind, MAX_DOCUMENT_BYTES } from '../search/documents/kinds.js';

const MAX_UNPACKED = 32 * 1024 * 1024;
/** Of images, sound and films: text lies in their beginning and their end. */
const MEDIA_EDGE = 256 * 1024;
/** Of the texts of documents that are kept until they change. */
const MAX_KEPT = 16 * 1024 * 1024;
/** Of the bytes of small files that are kept until they change, and of one of them. */
const MAX_SMALL_KEPT = 8 * 1024 * 1024;
const MAX_SMALL = 1_024;
/** Documents that are read at a time for one comparison; the others are read for the next. */
const MAX_READ_MS = 6_000;
const PDF_HEAD = 1_024;

/** Bytes at which these formats are known, with where they begin. */
const MEDIA: readonly (readonly [at: number, bytes: Buffer])[] = [
  [0, Buffer.from('89504e47', 'hex')],
  [0, Buffer.from('ffd8ff', 'hex')],
  [0, Buffer.from('GIF8')],
  [0, Buffer.from('RIFF')],
  [4, Buffer.from('ftyp')],
  [0, Buffer.from('ID3')],
  [0, Buffer.from('OggS')],
  [0, Buffer.from('fLaC')],
  [0, Buffer.from('1a45dfa3', 'hex')],
];
const ZIP_ENTRY = Buffer.from('504b0304', 'hex');
const GZIP = Buffer.from('1f8b08', 'hex');
const OFFICE_PARTS = ['word/document.xml', 'xl/workbook.xml', 'ppt/presentation.xml', 'content.xml'];

const startsWith = (bytes: Buffer, start: Buffer, at = 0) => bytes.subarray(at, at + start.length).equals(start);
const isMedia = (bytes: Buffer) => MEDIA.some(([at, start]) => startsWith(bytes, start, at));

function documentKindOf(bytes: Buffer): DocumentKind | undefined {
  if (bytes.length > MAX_DOCUMENT_BYTES) return undefined;
  if (bytes.subarray(0, PDF_HEAD).includes('%PDF-')) return 'pdf';
  return startsWith(bytes, ZIP_ENTRY) && OFFICE_PARTS.some((name) => bytes.includes(name)) ? 'office' : undefined;
}

interface Opened {
  readonly fd: number;
  readonly bytes: Buffer;
  /** Changes with the content. */
  readonly state: string;
}

/** One comparison; `partial` becomes true when something of a file could not be looked into. */
export interface Looking {
  /** Bytes that may still be read. */
  left: number;
  partial: boolean;
  readonly until: number;
}

export const beginLooking = (left: number): Looking => ({
  left,
  partial: false,
  until: performance.now() + MAX_READ_MS,
});

export class Printable {
  /** By the state of a file; null: it is no document that can be read. */
  private readonly texts = new Kept<Buffer | null>(MAX_KEPT);
  /** By key. To look whether one has changed costs a tenth of opening it, and there may be thousands. */
  private readonly small = new Kept<{ readonly state: string; readonly bytes: Buffer }>(MAX_SMALL_KEPT);

  /** @param extractor bundle of the program that reads documents; empty: there is none */
  constructor(
    private readonly home: Folder,
    private readonly extractor: string,
  ) {}

  /** The contents of a file one after another, as long as they are asked for. None: it is gone. */
  async *contentsOf(key: string, looking: Looking): AsyncGenerator<Buffer> {
    const known = this.small.get(key);
    if (known && known.state === stateAt(this.home.at(key))) {
      yield known.bytes;
      return;
    }
    const names = key.split('/');
    const folder = openBelow(this.home, names.slice(0, -1));
    if (!folder) return;
    try {
      const opened = open(folder, names.at(-1)!, looking);
      if (!opened) return;
      try {
        yield opened.bytes;
        if (opened.bytes.length <= MAX_SMALL && isPlain(opened.bytes))
          this.small.set(key, opened, opened.bytes.length + key.length);
        yield* unpacked(opened.bytes);
        const kind = documentKindOf(opened.bytes);
        const text = kind && (await this.textOf(opened, kind, looking));
        if (text) yield text;
      } finally {
        fs.closeSync(opened.fd);
      }
    } finally {
      folder.close();
    }
  }

  private async textOf({ fd, state }: Opened, kind: DocumentKind, looking: Looking): Promise<Buffer | null> {
    const known = this.texts.get(state);
    if (known !== undefined) return known;
    if (this.extractor === '' || performance.now() > looking.until) {
      looking.partial = true;
      return null;
    }
    const text = await documentText(this.extractor, fd, kind);
    if (text === undefined) {
      // Something else ended the extraction: the document is looked at again the next time.
      looking.partial = true;
      return null;
    }
    const bytes = text === null ? null : Buffer.from(text);
    this.texts.set(state, bytes, bytes?.length ?? 0);
    return bytes;
  }
}

/** Values up to a total size; the oldest go first. */
class Kept<Value> {
  private readonly values = new Map<string, { readonly value: Value; readonly size: number }>();
  private total = 0;

  constructor(private readonly maxSize: number) {}

  get(key: string): Value | undefined {
    return this.values.get(key)?.value;
  }

  set(key: string, value: Value, size: number): void {
    this.delete(key);
    this.values.set(key, { value, size });
    this.total += size;
    for (const oldest of this.values.keys()) {
      if (this.total <= this.maxSize) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    this.total -= this.values.get(key)?.size ?? 0;
    this.values.delete(key);
  }
}

const stateOf = ({ ino, size, mtimeNs, ctimeNs }: fs.BigIntStats) => [ino, size, mtimeNs, ctimeNs].join('-');

/** Undefined: it is gone, or no file. */
function stateAt(path: string): string | undefined {
  const stats = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stats?.isFile() ? stateOf(stats) : undefined;
}

/** Nothing more unpacks from it. */
const isPlain = (bytes: Buffer) =>
  !startsWith(bytes, GZIP) && !startsWith(bytes, ZIP_ENTRY) && documentKindOf(bytes) === undefined;

function open(folder: Folder, name: string, looking: Looking): Opened | undefined {
  let fd: number | undefined;
  try {
    const { fd: opened, stats } = folder.openFile(name);
    fd = opened;
    const size = Number(stats.size);
    const bytes = readUpTo(opened, size, looking);
    if (!bytes) looking.partial = true;
    else {
      looking.left -= bytes.length;
      return { fd: opened, bytes, state: stateOf(stats) };
    }
  } catch {
    // It is gone, or no file.
  }
  if (fd !== undefined) fs.closeSync(fd);
  return undefined;
}

/** Undefined: there is too much of it. */
function readUpTo(fd: number, size: number, { left }: Looking): Buffer | undefined {
  const head = readAt(fd, 0, Math.min(size, MEDIA_EDGE));
  if (size <= MEDIA_EDGE) return head;
  if (isMedia(head)) {
    const tail = Math.max(MEDIA_EDGE, size - MEDIA_EDGE);
    return Buffer.concat([head, readAt(fd, tail, size - tail)]);
  }
  return size > left ? undefined : readAt(fd, 0, size);
}

function readAt(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let at = 0;
  while (at < length) {
    const read = fs.readSync(fd, bytes, at, length - at, from + at);
    if (read === 0) break;
    at += read;
  }
  return bytes.subarray(0, at);
}

/** What gunzip and unzip print of it. */
async function* unpacked(bytes: Buffer): AsyncGenerator<Buffer> {
  if (startsWith(bytes, GZIP)) {
    const whole = unpack(() => gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }));
    if (whole) yield whole;
    return;
  }
  if (!startsWith(bytes, ZIP_ENTRY)) return;
  let left = MAX_UNPACKED;
  for (let at = 0; at >= 0 && left > 0; at = bytes.indexOf(ZIP_ENTRY, at + ZIP_ENTRY.length)) {
    if (at + 30 > bytes.length) return;
    const isDeflated = bytes.readUInt16LE(at + 8) === 8;
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (!isDeflated || from >= bytes.length) continue;
    const entry = unpack(() => inflateRawSync(bytes.subarray(from), { maxOutputLength: left }));
    if (!entry) continue;
    left -= entry.length;
    yield entry;
    await yieldToEventLoop();
  }
}

/** Undefined: it is damaged, or more than fits. */
function unpack(work: () => Buffer): Buffer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
