import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { invalid } from '../errors.js';
import { fdatasync, writeAll } from '../files/calls.js';

const BLOCK = 1024 * 1024;

export interface Received {
  bytes: number;
  /** CRC-32 of the body: lets the caller tell a repeated chunk from a different one. */
  crc32: number;
}

/**
 * Writes a request body into an open file, from `offset` on. Small reads are gathered into blocks; at most one block
 * is being written while the next is gathered, and the sender waits when the disk is slower.
 */
export async function receive(request: IncomingMessage, fd: number, { offset, limit }: { offset: number; limit: number }): Promise<Received> {
  let gathered: Buffer[] = [];
  let size = 0;
  let position = offset;
  let checksum = 0;
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown;

  const flush = async () => {
    const block = gathered.length === 1 ? (gathered[0] as Buffer) : Buffer.concat(gathered, size);
    gathered = [];
    size = 0;
    await writing;
    if (failure) throw failure;
    const at = position;
    position += block.length;
    writing = writeAll(fd, block, at).catch((error: unknown) => void (failure = error));
  };

  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (position + size + chunk.length > limit) throw invalid('The chunk reaches beyond the end of the file.');
    checksum = crc32(chunk, checksum);
    gathered.push(chunk);
    size += chunk.length;
    if (size >= BLOCK) await flush();
  }
  if (size > 0) await flush();
  await writing;
  if (failure) throw failure;
  // Answered means kept: a chunk that was acknowledged is not asked for again after a power cut.
  await fdatasync(fd);
  return { bytes: position - offset, crc32: checksum };
}
