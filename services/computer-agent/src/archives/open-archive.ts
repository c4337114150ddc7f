import fs from 'node:fs';
import { Readable } from 'node:stream';
import { compressionOf, decompressed } from './decompress.js';
import type { Archive, ArchiveEntry } from './entry.js';
import { ArchiveProblem, PROBLEMS } from './messages.js';
import { isTarHead, tarOf } from './tar.js';
import { openZip } from './zip.js';

const HEAD = 512;
const ZIP = ['PK\x03\x04', 'PK\x05\x06'];
const ZIP_ENDING = /\.(zip|jar|war|apk|cbz)$/i;
/** The last ending of a compressed file, and what it was before. */
const ENDINGS: [RegExp, string][] = [
  [/\.(tgz|tbz2?|txz|tzst)$/i, '.tar'],
  [/\.(gz|bz2|xz|zst)$/i, ''],
];

function headOf(fd: number): Buffer {
  const head = Buffer.alloc(HEAD);
  return head.subarray(0, fs.readSync(fd, head, 0, HEAD, 0));
}

/** The first bytes of a stream, and the whole of it. */
async function peek(stream: Readable): Promise<{ head: Buffer; bytes: Readable }> {
  const chunks: AsyncIterator<Buffer> = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= HEAD) break;
  }
  async function* whole() {
    try {
      if (head.length > 0) yield head;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      stream.destroy();
    }
  }
  return { head, bytes: Readable.from(whole(), { objectMode: false }) };
}

/** A compressed file that is no tar has one entry, named after itself. */
function oneFile(bytes: Readable, { name, mtime }: { name: string; mtime: number }): Archive {
  const ending = ENDINGS.find(([pattern]) => pattern.test(name));
  const path = ending ? name.replace(ending[0], ending[1]) : `${name}.out`;
  async function* only(): AsyncGenerator<ArchiveEntry> {
    yield { path, kind: 'file', size: 0, mtime, mode: 0o644, isEncrypted: false, open: () => bytes };
  }
  return { entries: only(), count: 1, close: () => bytes.destroy() };
}

/** Opens an archive by what it contains. @throws ArchiveProblem */
export async function openArchive(fd: number, name: string): Promise<Archive> {
  const head = headOf(fd);
  const start = head.toString('latin1', 0, 4);
  // Programs that unpack themselves have other bytes first, and an empty file is no archive.
  if (ZIP.includes(start) || (ZIP_ENDING.test(name) && head.length > 0)) return openZip(fd);
  const compression = compressionOf(head);
  if (compression === 'none') {
    if (isTarHead(head)) return tarOf(decompressed(fd, 'none'));
    throw new ArchiveProblem(
      head.every((byte) => byte === 0) && head.length === HEAD ? PROBLEMS.nothing : PROBLEMS.unknown,
    );
  }
  const { head: first, bytes } = await peek(decompressed(fd, compression));
  if (isTarHead(first)) return tarOf(bytes);
  return oneFile(bytes, { name, mtime: fs.fstatSync(fd).mtimeMs });
}
