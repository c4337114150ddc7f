/**
 * Reads a content to its last byte across broken connections: contents are immutable, so the rest can be requested
 * again.
 */
import { Readable } from 'node:stream';
import type { S3Bucket } from './s3.bucket.js';

const TRIES = 6;

/** Returns undefined if the content does not exist. The stream fails rather than end early. */
export async function readResumable(
  bucket: S3Bucket,
  name: string,
  { start, end }: { start: number; end: number },
): Promise<Readable | undefined> {
  const first = await bucket.open(name, start, end);
  if (!first) return undefined;
  const content = Readable.from(pieces({ bucket, name, end }, start, first), { objectMode: false });
  // Frees the connection if the stream is closed unread.
  content.once('close', () => first.destroy());
  return content;
}

interface Source {
  readonly bucket: S3Bucket;
  readonly name: string;
  readonly end: number;
}

async function* pieces(
  { bucket, name, end }: Source,
  start: number,
  first: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  let [at, body, fruitless]: [number, AsyncIterable<Buffer> | undefined, number] = [start, first, 0];
  while (at <= end) {
    const before = at;
    let lastError: unknown = new Error('S3 ended the content early');
    try {
      body ??= await bucket.open(name, at, end);
      if (!body) throw new Error('the content was removed while it was read');
      for await (const chunk of body) {
        at += chunk.length;
        yield chunk;
      }
    } catch (error) {
      lastError = error;
    }
    body = undefined;
    fruitless = at > before ? 0 : fruitless + 1;
    if (at <= end && fruitless >= TRIES) throw lastError;
  }
}
