import { yieldToEventLoop } from '../../files/calls.js';
import { type RowSyntax, scanRows } from './row-ends.js';
import { readFrom, type Source } from './text-source.js';

/** Bytes that are read at once. */
export const BLOCK_BYTES = 1024 * 1024;
/** A longer row is cut. With an open quote in it, quotes are text in the whole file. */
export const MAX_ROW_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** A quote that never ends. */
export class OpenQuoteError extends Error {}

/** One row in the bytes that were read. The object is used again for the next row. */
export interface FoundRow {
  bytes: Buffer;
  start: number;
  end: number;
  /** In the file. */
  offset: number;
}
export type OnRow = (row: FoundRow) => void;

export interface WalkOptions extends RowSyntax {
  /** Offset of a row. */
  from: number;
  blockBytes?: number;
  /** Asked between blocks. */
  isDone: () => boolean;
}

/**
 * Calls `onRow` with each row. Every block begins with a row, so that no state crosses the blocks; what is left of the
 * last row is read again. Other work may run between two blocks.
 * @throws OpenQuoteError
 */
export async function walkRows(source: Source, options: WalkOptions, onRow: OnRow): Promise<void> {
  const { separator, quotes, keepsEmpty, isDone, blockBytes = BLOCK_BYTES } = options;
  let offset = options.from;
  let size = blockBytes;
  while (!isDone()) {
    const buffer = Buffer.allocUnsafe(size);
    const length = await fill(source, buffer, offset);
    const bytes = buffer.subarray(0, length);
    const isLast = length < size;
    const base = offset;
    const row: FoundRow = { bytes, start: 0, end: length, offset };
    const { position, isInQuotes } = scanRows(bytes, { separator, quotes, keepsEmpty, isLast }, (start, end) => {
      row.start = start;
      row.end = end;
      row.offset = base + start;
      onRow(row);
    });
    offset += position;
    if (isLast) {
      if (isInQuotes) throw new OpenQuoteError();
      return;
    }
    if (position > 0) size = blockBytes;
    else if (size < MAX_ROW_BYTES) size = Math.min(size * 2, MAX_ROW_BYTES);
    else {
      if (isInQuotes) throw new OpenQuoteError();
      onRow(row);
      offset = await endOfLine(source, offset + length);
    }
    await yieldToEventLoop();
  }
}

/** Reads until the buffer is full or the file ends. */
async function fill(source: Source, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const read = await readFrom(source, buffer.subarray(length), position + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}

async function endOfLine(source: Source, from: number): Promise<number> {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let offset = from; ;) {
    const length = await fill(source, buffer, offset);
    const newline = buffer.subarray(0, length).indexOf(NEWLINE);
    if (newline !== -1) return offset + newline + 1;
    offset += length;
    if (length < buffer.length) return offset;
    await yieldToEventLoop();
  }
}
