/** A stream of unknown length into one object: by one call when it is short, in parts when it is not. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Bucket, UploadedPart } from './s3.bucket.js';

/** With S3's most parts of 10,000 the largest object has 80 GB; a put holds at most four of them in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 3;

export interface Uploaded {
  readonly size: number;
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string;
  /** What S3 says of it when it has all of it. */
  readonly checksum: string;
}

interface Part {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** @throws what the stream throws; then nothing is left but parts that are swept. */
export async function upload(bucket: S3Bucket, name: string, content: Readable): Promise<Uploaded> {
  const whole = createHash('sha256');
  let size = 0;
  let many: Multipart | undefined;
  try {
    for await (const { bytes, isLast } of cut(content)) {
      whole.update(bytes);
      size += bytes.length;
      if (isLast && !many) return { size, hash: whole.digest('hex'), checksum: await putWhole(bucket, name, bytes) };
      many ??= await Multipart.begin(bucket, name);
      await many.add(bytes);
    }
    return { size, hash: whole.digest('hex'), checksum: await many!.complete() };
  } catch (error) {
    await many?.abort();
    throw error;
  }
}

async function putWhole(bucket: S3Bucket, name: string, body: Buffer): Promise<string> {
  const checksum = sha256(body);
  await bucket.put(name, body, { checksum });
  return checksum;
}

class Multipart {
  private readonly checksums: string[] = [];
  private readonly parts: Promise<UploadedPart>[] = [];

  private constructor(
    private readonly bucket: S3Bucket,
    private readonly name: string,
    private readonly uploadId: string,
  ) {}

  static async begin(bucket: S3Bucket, name: string): Promise<Multipart> {
    return new Multipart(bucket, name, await bucket.beginUpload(name));
  }

  /** Resolves once at most `AT_ONCE - 1` parts are still being sent. */
  async add(body: Buffer): Promise<void> {
    const checksum = sha256(body);
    const number = this.checksums.push(checksum);
    const part = this.bucket.putPart(this.name, this.uploadId, { number, body, checksum });
    // `complete` or a later `add` meets its error; until then it is not an unhandled one.
    part.catch(() => undefined);
    this.parts.push(part);
    await this.parts.at(-AT_ONCE);
  }

  async complete(): Promise<string> {
    await this.bucket.completeUpload(this.name, this.uploadId, await Promise.all(this.parts));
    const all = sha256(Buffer.concat(this.checksums.map((sum) => Buffer.from(sum, 'base64'))));
    return `${all}-${this.checksums.length}`;
  }

  async abort(): Promise<void> {
    await Promise.allSettled(this.parts);
    // What is not removed now is swept later.
    await this.bucket.abortUpload(this.name, this.uploadId).catch(() => undefined);
  }
}

/** The stream in parts of one size; the last may be shorter, and empty only when it is the first as well. */
async function* cut(content: Readable): AsyncGenerator<Part> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer | string>) {
    held.push(Buffer.from(chunk as Buffer));
    length += held.at(-1)!.length;
    while (length > PART_BYTES) {
      const all = Buffer.concat(held);
      yield { bytes: all.subarray(0, PART_BYTES), isLast: false };
      held = [all.subarray(PART_BYTES)];
      length -= PART_BYTES;
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');
