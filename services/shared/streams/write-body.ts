/** Writes the body of a request to its place in a file. */
import { fdatasync, write } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
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

const writeOnce = promisify(write);
const sync = promisify(fdatasync);

/** Backpressure slows the sender down to the speed of the disk. @throws `tooLong`, and what `inBlocks` throws */
export async function writeBody(source: Readable, file: number, { offset, limit, tooLong }: Place): Promise<Written> {
  let position = offset;
  let checksum = 0;
  const take = async (block: Buffer) => {
    if (position + block.length > limit) throw tooLong();
    const at = position;
    position += block.length;
    const writing = writeAll(file, block, at);
    checksum = crc32(block, checksum);
    await writing;
  };
  await inBlocks(source, take, limit - offset);
  // Sync before the response: an acknowledged chunk is not sent again after a power failure.
  await sync(file);
  return { bytes: position - offset, crc32: checksum };
}

/** Writes all of `data` at `position`, in as many calls as it takes. */
export async function writeAll(file: number, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.length;)
    done += (await writeOnce(file, data, done, data.length - done, position + done)).bytesWritten;
}
