/** Passes a stream on through two reused blocks. */
import { type Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { returnPair, takePair } from './blocks.js';

const COLLECT_EVERY_BYTES = 32 * 1024 * 1024;
type Sink = (block: Buffer) => Promise<unknown>;

/**
 * Passes the bytes of `source` to `sink` in blocks, in order; resolves when the last one is consumed. With `length`,
 * the number of bytes that will come, blocks of long streams are larger. One block fills while the other is consumed,
 * and the source waits while both are full. `sink` must not use a block after its promise has settled. The source is
 * left open, so that the sender can be answered.
 * @throws what `sink` throws, and an error if the source breaks off
 *
 * Node allocates every read anew, 64 KiB at most. Buffers that wait in a queue outlive the young generation, and at a
 * gigabyte a second collecting them costs more than moving the bytes; copied at once, they die young.
 */
export async function inBlocks(source: Readable, sink: Sink, length = 0): Promise<void> {
  const blocks = new Blocks(sink, takePair(length));
  const abort = () => !source.readableEnded && blocks.destroy(source.errored ?? new Error('the sender disconnected'));
  source.once('close', abort).on('error', abort);
  source.pipe(blocks);
  if (source.destroyed) abort();
  await finished(blocks).finally(() => source.unpipe(blocks).off('close', abort));
}

class Blocks extends Writable {
  private filling: Buffer;
  private other: Buffer;
  private filled = 0;
  private taking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly sink: Sink,
    private readonly pair: readonly [Buffer, Buffer],
  ) {
    super();
    [this.filling, this.other] = pair;
  }

  override _write(data: Buffer, encoding: BufferEncoding, ready: (error?: Error | null) => void): void {
    const copied = data.copy(this.filling, this.filled);
    this.filled += copied;
    collectAfter(data.length);
    if (this.filled < this.filling.length) return ready();
    this.passBlock().then(
      () => (copied < data.length ? this._write(data.subarray(copied), encoding, ready) : ready()),
      ready,
    );
  }

  override _final(ready: (error?: Error | null) => void): void {
    this.passBlock()
      .then(() => this.taking)
      .then(() => ready(), ready);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    // The sink may still use a block of a stream that broke off.
    returnPair(this.pair, { reuse: this.writableFinished });
    destroyed(error);
  }

  /** Waits until the other block is free, passes this one to the sink and continues with the other. */
  private async passBlock(): Promise<void> {
    await this.taking;
    if (this.filled === 0) return;
    const block = this.filling.subarray(0, this.filled);
    [this.filling, this.other] = [this.other, this.filling];
    this.filled = 0;
    this.taking = this.sink(block);
    // The next `await this.taking` throws the error.
    this.taking.catch(() => undefined);
  }
}

let uncollected = 0;

/**
 * Runs a minor garbage collection every 32 MiB. V8 counts objects, of which a read makes few, and not the 64 KiB behind
 * each: it would only collect after a gigabyte. A minor collection takes a millisecond. Does nothing without
 * `--expose-gc`.
 */
function collectAfter(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECT_EVERY_BYTES) return;
  uncollected = 0;
  void globalThis.gc?.({ type: 'minor' });
}
