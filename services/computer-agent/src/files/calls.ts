import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { promisify } from 'node:util';
import type { Name } from '../home/folder.js';

// Callback functions, promisified: fs.promises costs several times as much per call.
export const fsync = promisify(fs.fsync);
export const readdir = promisify(fs.readdir) as (path: string) => Promise<string[]>;
export const copyFile = promisify(fs.copyFile);
const readdirBytes = promisify(fs.readdir) as unknown as (path: string, encoding: 'buffer') => Promise<Buffer[]>;
const readRaw = promisify(fs.read);

/** Every name, also those that are not UTF-8, for callers that must leave nothing out. */
export async function readdirWhole(path: string): Promise<Name[]> {
  return (await readdirBytes(path, 'buffer')).map(asName);
}

const asName = (name: Buffer): Name => (isUtf8(name) ? name.toString('utf8') : name);

/** What a directory tells of an entry without a look at the entry itself. */
export interface Listed {
  readonly name: Name;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

/** Entries in batches, so that a folder of any size needs no more memory than one batch. */
export async function* readdirBatches(path: string, size: number): AsyncGenerator<Listed[]> {
  const folder = await fs.promises.opendir(path, { encoding: 'buffer' as BufferEncoding, bufferSize: size });
  try {
    for (let batch: Listed[] = []; ; batch = []) {
      while (batch.length < size) {
        const entry = await folder.read();
        if (!entry) return void (yield batch);
        const name = asName(entry.name as unknown as Buffer);
        batch.push({ name, isFolder: entry.isDirectory(), isLink: entry.isSymbolicLink() });
      }
      yield batch;
    }
  } finally {
    await folder.close();
  }
}

/** Reads up to `buffer.length` bytes at `position`. */
export async function readAt(fd: number, buffer: Uint8Array, position: number): Promise<number> {
  return (await readRaw(fd, buffer, 0, buffer.length, position)).bytesRead;
}

/** Yields to the event loop, for long loops of synchronous calls. */
export const yieldToEventLoop = () => new Promise<void>((done) => setImmediate(done));
