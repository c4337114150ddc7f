/** Uploads a stream of unknown length as one object: in one call if it is short, otherwise in parts. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { S3Bucket, UploadedPart } from './s3.bucket.js';

/** S3 allows 10,000 parts, so an object has at most 80 GB; a put holds at most four parts in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const AT_ONCE = 3;

export interface Uploaded {
  readonly size: number;
  /** SHA-256 of the content in hexadecimal. */
  readonly hash: string;
  /** The checksum that S3 reports once it has the whole content. */
  readonly checksum: string;
}

interface Part {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** @throws the error of the stream; then only parts are left, which are swept */
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
    // `complete` or a later `add` throws the error; until then it must not be an unhandled rejection.
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
    // If the abort fails, a later sweep removes the parts.
    await this.bucket.abortUpload(this.name, this.uploadId).catch(() => undefined);
  }
}

/** Cuts the stream into parts of equal size; the last may be shorter, and is empty only if the stream is. */
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
