/**
 * Stores objects in a folder. The path is derived from the hash of the key, so no key can escape the folder and no
 * folder grows large. A file holds the content, then its metadata as JSON, then the length of that JSON; one rename
 * puts all of it in place.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { checkKey, checkRange, type ObjectInfo, type ObjectRange, type ObjectStore } from './objects.js';

const DAY_MS = 24 * 60 * 60_000;
const LENGTH_BYTES = 4;
const INCOMING = 'incoming';
const HASHED = /^[0-9a-f]{2}$/;

export class FolderObjects implements ObjectStore {
  private swept = 0;

  constructor(private readonly folder: string) {}

  async put(key: string, content: Readable, { ifAbsent = false } = {}): Promise<ObjectInfo | undefined> {
    const path = this.pathOf(key);
    await this.sweepDaily();
    if (ifAbsent && (await this.head(key))) return void content.destroy();
    const temporary = join(this.folder, INCOMING, crypto.randomUUID());
    await Promise.all([
      mkdir(dirname(temporary), { recursive: true, mode: 0o700 }),
      mkdir(dirname(path), { recursive: true, mode: 0o700 }),
    ]);
    try {
      const info = await writeWhole(temporary, key, content);
      // Unlike a rename, a link fails if another writer was first.
      if (ifAbsent) await link(temporary, path);
      else await rename(temporary, path);
      await this.syncAbove(path);
      return info;
    } catch (error) {
      if (ifAbsent && isCode(error, 'EEXIST')) return undefined;
      throw error;
    } finally {
      await unlink(temporary).catch(ignoreMissing);
    }
  }

  async get(key: string, range?: ObjectRange): Promise<{ info: ObjectInfo; content: Readable } | undefined> {
    const file = await openExisting(this.pathOf(key));
    if (!file) return undefined;
    try {
      const info = await describe(file);
      const part = checkRange(info.size, range);
      if (info.size > 0) return { info, content: file.createReadStream(part) };
      await file.close();
      return { info, content: Readable.from([]) };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    return infoAt(this.pathOf(key));
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key);
    try {
      await unlink(path);
      await sync(dirname(path));
    } catch (error) {
      ignoreMissing(error);
    }
  }

  async *list(prefix = ''): AsyncIterable<ObjectInfo> {
    const found: ObjectInfo[] = [];
    for (const first of await namesIn(this.folder)) {
      if (!HASHED.test(first)) continue;
      for (const second of await namesIn(join(this.folder, first))) {
        for (const name of await namesIn(join(this.folder, first, second))) {
          const info = await infoAt(join(this.folder, first, second, name));
          if (info?.key.startsWith(prefix)) found.push(info);
        }
      }
    }
    yield* found.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  }

  async sweep(): Promise<number> {
    const incoming = join(this.folder, INCOMING);
    let removed = 0;
    for (const name of await namesIn(incoming)) {
      const path = join(incoming, name);
      const found = await stat(path).catch(ignoreMissing);
      // Compares the last write, so that a file still being written is never old.
      if (!found || found.mtimeMs > Date.now() - DAY_MS) continue;
      await unlink(path).catch(ignoreMissing);
      removed += 1;
    }
    return removed;
  }

  // A folder has no URLs: the service passes the bytes on.
  async link(): Promise<undefined> {}
  async offer(): Promise<undefined> {}
  async acceptOffer(): Promise<undefined> {}

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Runs with the first write of a process and then at most once a day, so that an idle store does no work. */
  private async sweepDaily(): Promise<void> {
    if (this.swept > Date.now() - DAY_MS) return;
    this.swept = Date.now();
    await this.sweep();
  }

  private pathOf(key: string): string {
    const hash = createHash('sha256').update(checkKey(key)).digest('hex');
    return join(this.folder, hash.slice(0, 2), hash.slice(2, 4), hash.slice(4));
  }

  /** Syncs all three folders each time: a concurrent writer may have created one without syncing it yet. */
  private async syncAbove(path: string): Promise<void> {
    await sync(dirname(path));
    await sync(dirname(dirname(path)));
    await sync(this.folder);
  }
}

async function writeWhole(path: string, key: string, content: Readable): Promise<ObjectInfo> {
  const file = await open(path, 'wx', 0o600);
  try {
    const digest = createHash('sha256');
    let size = 0;
    for await (const chunk of content as AsyncIterable<Buffer | string>) {
      const bytes = Buffer.from(chunk as Buffer);
      digest.update(bytes);
      size += bytes.length;
      await file.appendFile(bytes);
    }
    const info: ObjectInfo = { key, size, hash: digest.digest('hex'), modifiedAt: new Date() };
    const description = Buffer.from(JSON.stringify(info));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(description.length);
    await file.appendFile(Buffer.concat([description, length]));
    await file.sync();
    return info;
  } finally {
    await file.close();
  }
}

async function describe(file: FileHandle): Promise<ObjectInfo> {
  const { size } = await file.stat();
  const length = (
    await file.read(Buffer.alloc(LENGTH_BYTES), 0, LENGTH_BYTES, size - LENGTH_BYTES)
  ).buffer.readUInt32BE();
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - LENGTH_BYTES - length);
  const info = JSON.parse(buffer.toString()) as ObjectInfo;
  return { ...info, modifiedAt: new Date(info.modifiedAt) };
}

async function infoAt(path: string): Promise<ObjectInfo | undefined> {
  const file = await openExisting(path);
  return file && describe(file).finally(() => file.close());
}

const openExisting = (path: string) => open(path, 'r').catch((error: unknown) => ignoreMissing(error));
const namesIn = async (folder: string) => (await readdir(folder).catch((error: unknown) => ignoreMissing(error))) ?? [];
const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;

function ignoreMissing(error: unknown): undefined {
  if (!isCode(error, 'ENOENT')) throw error;
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
