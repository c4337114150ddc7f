/** Writes a backup: one zip file whose parts are streams. It has its name only once it is whole and on the disk. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, readdirSync, rmSync, type WriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { MANIFEST, type Manifest, type Part } from './manifest.js';

/** Parts are compressed already; and nobody knows beforehand how large they become. */
const OPTIONS = { compress: false, forceZip64Format: true, mode: 0o100600 };

export class ArchiveWriter {
  readonly parts: Part[] = [];
  private readonly zip = new ZipFile();
  private readonly partial: string;
  private readonly output: WriteStream;
  private readonly written: Promise<void>;
  private readonly broken: Promise<never>;

  constructor(private readonly file: string) {
    sweep(file);
    this.partial = `${file}.${process.pid}.partial`;
    this.output = createWriteStream(this.partial, { flags: 'wx', mode: 0o600, flush: true });
    this.written = pipeline(this.zip.outputStream as Readable, this.output);
    const fault = once(this.zip, 'error').then(([error]) => Promise.reject(error as Error));
    // A full disk ends the pipe while a part still waits to be read: whoever adds one must hear of it.
    this.broken = Promise.race([fault, this.written.then(() => new Promise<never>(() => undefined))]);
    this.broken.catch(() => undefined);
  }

  /** Adds a part and resolves when all of it has been taken. */
  async add(name: string, content: Readable): Promise<Part> {
    const digest = createHash('sha256');
    let bytes = 0;
    const counted = new Transform({
      transform: (block: Buffer, _encoding, done) => {
        digest.update(block);
        bytes += block.length;
        done(null, block);
      },
    });
    this.zip.addReadStream(counted, name, OPTIONS);
    await Promise.race([Promise.all([pipeline(content, counted), finished(counted)]), this.broken]);
    const part = { name, bytes, sha256: digest.digest('hex') };
    this.parts.push(part);
    return part;
  }

  /** Writes the manifest, whose hash is the comment of the zip, and gives the backup its name. */
  async finish(manifest: Manifest): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
    this.zip.addBuffer(text, MANIFEST, { compress: false, mode: 0o100600 });
    this.zip.end({ forceZip64Format: true, comment: createHash('sha256').update(text).digest('hex') });
    await this.written;
    await rename(this.partial, this.file);
    const folder = await open(dirname(this.file), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Leaves nothing behind. */
  abort(): void {
    this.output.destroy();
    rmSync(this.partial, { force: true });
  }
}

/** What attempts that were killed have left; those of living processes are still being written. */
function sweep(file: string): void {
  const begun = `${basename(file)}.`;
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(begun) && /^(\d+)\.partial$/.exec(name.slice(begun.length))?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(dirname(file), name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
