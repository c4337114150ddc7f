import fs from 'node:fs';
import { TextDecoder } from 'node:util';
import { byteOrderOf, SAMPLE_BYTES } from '@zo/proto/text-encoding';
import { readAt, yieldToEventLoop } from '../../files/calls.js';
import { TableError } from '../messages.js';

/** Where the bytes of a text are: in its file, or in memory as UTF-8 when the file has another form. */
export type Source = number | Buffer;

/** A longer file in UTF-16 does not fit into the memory of the process. */
const MAX_UTF16_BYTES = 64 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** A character that takes two bytes in UTF-16 takes three at most in UTF-8. */
const GROWTH = 1.5;
const TOO_LARGE =
  'This file is in UTF-16 and larger than 64 MB. Convert it to UTF-8 in the terminal, for example: iconv -f UTF-16 ' +
  '-t UTF-8 in.csv -o out.csv';

/** Reads bytes at a place, as many as there are. */
export async function readFrom(source: Source, buffer: Buffer, position: number): Promise<number> {
  return typeof source === 'number' ? readAt(source, buffer, position) : source.subarray(position).copy(buffer);
}

/**
 * The text of a file: as it is, or as UTF-8 if its first bytes are UTF-16.
 * @throws TableError
 */
export async function sourceOf(fd: number, maxBytes = MAX_UTF16_BYTES): Promise<Source> {
  const sample = Buffer.alloc(SAMPLE_BYTES);
  const length = await readAt(fd, sample, 0);
  const order = byteOrderOf(sample.subarray(0, length));
  if (!order) return fd;
  const { size } = fs.fstatSync(fd);
  if (size > maxBytes) throw new TableError('unreadable', TOO_LARGE);
  return toUtf8(fd, size, new TextDecoder(`utf-16${order}`));
}

/** Converts in blocks, so that the text is never in memory as a string. */
async function toUtf8(fd: number, size: number, decoder: TextDecoder): Promise<Buffer> {
  const text = Buffer.allocUnsafe(Math.ceil(size * GROWTH) + 3);
  const block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, size));
  let [offset, end] = [0, 0];
  while (offset < size) {
    const read = await readAt(fd, block.subarray(0, size - offset), offset);
    if (read === 0) break;
    offset += read;
    end += text.write(decoder.decode(block.subarray(0, read), { stream: true }), end);
    await yieldToEventLoop();
  }
  end += text.write(decoder.decode(), end);
  return text.subarray(0, end);
}
