/** A stream of unknown length into one object: by one call when it is short, in parts when it is not. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type S3Client, S3Refusal, valueOf } from './s3.client.js';

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
export async function upload(client: S3Client, name: string, content: Readable): Promise<Uploaded> {
  const whole = createHash('sha256');
  let size = 0;
  let many: Multipart | undefined;
  try {
    for await (const { bytes, isLast } of cut(content)) {
      whole.update(bytes);
      size += bytes.length;
      if (isLast && !many) return { size, hash: whole.digest('hex'), checksum: await putWhole(client, name, bytes) };
      many ??= await Multipart.begin(client, name);
      await many.add(bytes);
    }
    return { size, hash: whole.digest('hex'), checksum: await many!.complete() };
  } catch (error) {
    await many?.abort();
    throw error;
  }
}

async function putWhole(client: S3Client, name: string, body: Buffer): Promise<string> {
  const checksum = sha256(body);
  await client.call({ method: 'PUT', name, body, headers: { 'x-amz-checksum-sha256': checksum } });
  return checksum;
}

class Multipart {
  private readonly checksums: string[] = [];
  private readonly sending: Promise<void>[] = [];
  private readonly tags: string[] = [];

  private constructor(
    private readonly client: S3Client,
    private readonly name: string,
    private readonly uploadId: string,
  ) {}

  static async begin(client: S3Client, name: string): Promise<Multipart> {
    const { text } = await client.call({
      method: 'POST',
      name,
      query: { uploads: '' },
      headers: { 'x-amz-checksum-algorithm': 'SHA256' },
    });
    return new Multipart(client, name, valueOf(text, 'UploadId')!);
  }

  async add(body: Buffer): Promise<void> {
    const index = this.checksums.push(sha256(body)) - 1;
    const sending = this.send(index, body);
    // Its fault is met by whoever waits for it below; until then it is not an unhandled one.
    sending.catch(() => undefined);
    this.sending.push(sending);
    if (this.sending.length >= AT_ONCE) await this.sending.shift();
  }

  async complete(): Promise<string> {
    await Promise.all(this.sending);
    const parts = this.tags.map(
      (tag, n) =>
        `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag><ChecksumSHA256>${this.checksums[n]}</ChecksumSHA256></Part>`,
    );
    const body = Buffer.from(
      `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`,
    );
    try {
      await this.client.call({ method: 'POST', name: this.name, query: { uploadId: this.uploadId }, body });
    } catch (error) {
      // It was completed and the answer got lost. Whether that is so is seen when the object is looked at.
      if (!(error instanceof S3Refusal && error.code === 'NoSuchUpload')) throw error;
    }
    const all = sha256(Buffer.concat(this.checksums.map((sum) => Buffer.from(sum, 'base64'))));
    return `${all}-${this.checksums.length}`;
  }

  async abort(): Promise<void> {
    await Promise.allSettled(this.sending);
    // What is not removed now is swept later.
    await this.client
      .call({ method: 'DELETE', name: this.name, query: { uploadId: this.uploadId } })
      .catch(() => undefined);
  }

  private async send(index: number, body: Buffer): Promise<void> {
    const query = { partNumber: String(index + 1), uploadId: this.uploadId };
    const { headers } = await this.client.call({
      method: 'PUT',
      name: this.name,
      query,
      body,
      headers: { 'x-amz-checksum-sha256': this.checksums[index]! },
    });
    this.tags[index] = String(headers.etag);
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
