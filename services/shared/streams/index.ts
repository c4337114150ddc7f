/** Moves bytes through a few blocks that are used again and again. */
import { type Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** A socket of the kernel holds about as much. */
export const BLOCK_BYTES = 256 * 1024;
const MAX_SPARE = 32;
const spare: Buffer[] = [];

/** A block to fill. */
export const takeBlock = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);

/** Gives blocks back for others. Only where nothing reads or writes them any more; forgetting one is harmless. */
export function giveBack(blocks: readonly Buffer[]): void {
  if (spare.length < MAX_SPARE) spare.push(...blocks);
}
const COLLECT_EVERY_BYTES = 32 * 1024 * 1024;
type Sink = (block: Buffer) => Promise<unknown>;

/**
 * Gives what `source` brings to `sink` in blocks of up to 256 KiB, in order; resolves when the last one is taken.
 * While one block is taken the other is filled, and the source waits when both are full. `sink` must be done with a
 * block when its promise settles. The source is left open, so that its sender can be answered.
 * @throws what `sink` throws, and when the source breaks off
 *
 * Node allocates every read anew, 64 KiB at most. Buffers that wait in a queue outlive the young generation, and at
 * a gigabyte a second collecting them costs more than moving the bytes; copied at once, they die young.
 */
export async function inBlocks(source: Readable, sink: Sink): Promise<void> {
  const blocks = new Blocks(sink);
  const gone = () => !source.readableEnded && blocks.destroy(source.errored ?? new Error('the sender went away'));
  source.once('close', gone).on('error', gone);
  source.pipe(blocks);
  if (source.destroyed) gone();
  await finished(blocks).finally(() => source.unpipe(blocks).off('close', gone));
}

class Blocks extends Writable {
  private filling = takeBlock();
  private other = takeBlock();
  private filled = 0;
  private taking: Promise<unknown> = Promise.resolve();

  constructor(private readonly sink: Sink) {
    super();
  }

  override _write(data: Buffer, encoding: BufferEncoding, ready: (error?: Error | null) => void): void {
    const copied = data.copy(this.filling, this.filled);
    this.filled += copied;
    moved(data.length);
    if (this.filled < BLOCK_BYTES) return ready();
    this.hand().then(
      () => (copied < data.length ? this._write(data.subarray(copied), encoding, ready) : ready()),
      ready,
    );
  }

  override _final(ready: (error?: Error | null) => void): void {
    this.hand()
      .then(() => this.taking)
      .then(() => (giveBack([this.filling, this.other]), ready()), ready);
  }

  /** Waits for the other block to be free, gives this one away and goes on with the other. */
  private async hand(): Promise<void> {
    await this.taking;
    if (this.filled === 0) return;
    const block = this.filling.subarray(0, this.filled);
    [this.filling, this.other] = [this.other, this.filling];
    this.filled = 0;
    this.taking = this.sink(block);
    // A failure is seen by whoever waits next.
    this.taking.catch(() => undefined);
  }
}

let uncollected = 0;

/**
 * The collector counts objects, of which a read makes few, and not the 64 KiB behind them: left alone it would come by
 * after a gigabyte. A look at the young objects takes a millisecond. Does nothing in a process without `--expose-gc`.
 */
function moved(bytes: number): void {
  uncollected += bytes;
  if (uncollected < COLLECT_EVERY_BYTES) return;
  uncollected = 0;
  void globalThis.gc?.({ type: 'minor' });
}

export { SERVICE_RESTART, SWITCHING_PROTOCOLS, Tunnels, type Upgrade } from './tunnel.js';
export { CONNECT_TIMEOUT_MS, ConnectTimeoutError, dial, DialAgent, limitConnect } from './dial.js';
