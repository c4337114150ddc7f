/** Writes the body of a request to its place in a file. */
import { fdatasync } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { DirectFile } from './direct-file.js';
import { inBlocks } from './in-blocks.js';

export interface Written {
  readonly bytes: number;
  /** CRC-32 of the body: tells a repeated chunk from a different one. */
  readonly crc32: number;
}

interface Place {
  readonly offset: number;
  /** The body may not reach beyond this position; most reach it. */
  readonly limit: number;
  readonly tooLong: () => Error;
}

const sync = promisify(fdatasync);

/**
 * Backpressure slows the sender down to the speed of the disk. Settles only after its last write has, so that `file` can
 * be closed. @throws `tooLong`, and what `inBlocks` throws
 */
export async function writeBody(source: Readable, file: number, { offset, limit, tooLong }: Place): Promise<Written> {
  let position = offset;
  let checksum = 0;
  let writing: Promise<unknown> = Promise.resolve();
  const direct = new DirectFile(file, { bytes: limit - offset });
  const take = async (block: Buffer) => {
    if (position + block.length > limit) throw tooLong();
    const at = position;
    position += block.length;
    writing = direct.write(block, at);
    checksum = crc32(block, checksum);
    await writing;
  };
  try {
    await inBlocks(source, take, limit - offset);
    // Sync before the response: an acknowledged chunk is not sent again after a power failure.
    await sync(file);
  } finally {
    await writing.catch(() => undefined);
    direct.close();
  }
  return { bytes: position - offset, crc32: checksum };
}
