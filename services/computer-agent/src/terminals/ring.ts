const MAX_BYTES = 4 * 1024 * 1024;
const MAX_LINES = 10_000;
/** Small outputs are kept together in blocks of this size: a program may write byte by byte. */
const BLOCK_BYTES = 4_096;
const NEWLINE = 10;

interface Chunk {
  readonly at: number;
  data: Buffer;
  lines: number;
  /** What the data is the beginning of, if more can be added. */
  readonly block: Buffer | null;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

/** The last output of a terminal, addressed by byte offset since its start. */
export class Ring {
  private readonly chunks: Chunk[] = [];
  private lines = 0;
  private end = 0;

  /** Number of bytes ever written; the offset of the next byte. */
  get seq(): number {
    return this.end;
  }

  /** Offset of the oldest byte that is kept. */
  get start(): number {
    return this.chunks[0]?.at ?? this.end;
  }

  add(data: Buffer): void {
    const lines = countLines(data);
    this.keep(data, lines);
    this.end += data.length;
    this.lines += lines;
    while (this.chunks.length > 1 && (this.end - this.start > MAX_BYTES || this.lines > MAX_LINES)) {
      this.lines -= this.chunks.shift()?.lines ?? 0;
    }
  }

  private keep(data: Buffer, lines: number): void {
    const last = this.chunks.at(-1);
    const length = last?.data.length ?? 0;
    if (last?.block && length + data.length <= BLOCK_BYTES) {
      data.copy(last.block, length);
      last.data = last.block.subarray(0, length + data.length);
      last.lines += lines;
      return;
    }
    const block = data.length < BLOCK_BYTES ? Buffer.allocUnsafeSlow(BLOCK_BYTES) : null;
    if (block) data.copy(block);
    this.chunks.push({ at: this.end, data: block?.subarray(0, data.length) ?? data, lines, block });
  }

  /** Up to `most` bytes from offset `seq` on, without crossing a chunk; empty when there are none. */
  read(seq: number, most: number): Buffer {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.chunks[middle] as { at: number }).at <= seq) low = middle;
      else high = middle - 1;
    }
    const chunk = this.chunks[low];
    return chunk ? chunk.data.subarray(seq - chunk.at, seq - chunk.at + most) : Buffer.alloc(0);
  }
}
