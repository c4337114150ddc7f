import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { inBlocks } from '@zo/streams';
import { ErrorReason } from '@zo/proto/agent/v1';
import { invalid, agentError } from '../errors.js';
import { fdatasync, writeAll } from '../files/calls.js';

export interface Received {
  bytes: number;
  /** CRC-32 of the body: lets the caller tell a repeated chunk from a different one. */
  crc32: number;
}

/** Reads the body of a chunk that has arrived before. @throws CHUNK_MISMATCH when its content differs */
export async function receiveAgain(request: IncomingMessage, known: Received): Promise<Received> {
  let checksum = 0;
  let bytes = 0;
  for await (const data of request as AsyncIterable<Buffer>) {
    checksum = crc32(data, checksum);
    bytes += data.length;
  }
  if (checksum !== known.crc32 || bytes !== known.bytes)
    throw agentError(ErrorReason.CHUNK_MISMATCH, 'This chunk was sent before with other content.');
  return known;
}

/**
 * Writes a request body into an open file, from `offset` on. Backpressure slows the sender down to the speed of the
 * disk.
 */
export async function receive(
  request: IncomingMessage,
  fd: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<Received> {
  let position = offset;
  let checksum = 0;
  await inBlocks(request, async (block) => {
    if (position + block.length > limit) throw invalid('The chunk reaches beyond the end of the file.');
    const at = position;
    position += block.length;
    const writing = writeAll(fd, block, at);
    checksum = crc32(block, checksum);
    await writing;
  });
  // Sync before the response: an acknowledged chunk is not sent again after a power failure.
  await fdatasync(fd);
  return { bytes: position - offset, crc32: checksum };
}
