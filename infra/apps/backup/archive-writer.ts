/** Writes a backup: one zip file whose parts are streams. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { MANIFEST, type Manifest, type Part } from './manifest.js';

/** Parts are compressed already, and their sizes are not known beforehand. */
const OPTIONS = { compress: false, forceZip64Format: true, mode: 0o100600 };

export class ArchiveWriter {
  readonly parts: Part[] = [];
  private readonly zip = new ZipFile();
  private readonly written: Promise<unknown>;
  private readonly broken: Promise<never>;

  /** @param send consumes the bytes, and resolves when they are stored */
  constructor(send: (bytes: Readable) => Promise<unknown>) {
    this.written = send(this.zip.outputStream as PassThrough);
    const failed = once(this.zip, 'error').then(([error]) => Promise.reject(error as Error));
    // A full disk ends the sending while a part still waits to be read: the caller that adds one must get the error.
    this.broken = Promise.race([failed, this.written.then(() => new Promise<never>(() => undefined))]);
    this.broken.catch(() => undefined);
  }

  /** Adds a part and resolves when all of it has been consumed. */
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

  /** Writes the manifest, whose hash is the comment of the zip, and resolves when everything is stored. */
  async finish(manifest: Manifest): Promise<void> {
    const text = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
    this.zip.addBuffer(text, MANIFEST, { compress: false, mode: 0o100600 });
    this.zip.end({ forceZip64Format: true, comment: createHash('sha256').update(text).digest('hex') });
    await this.written;
  }

  /** Ends the stream with an error, so that its consumer knows that no more bytes follow. */
  abort(): void {
    (this.zip.outputStream as PassThrough).destroy(new Error('the backup was broken off'));
    this.written.catch(() => undefined);
  }
}
