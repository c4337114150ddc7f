/** Blocks of memory that streams fill in turn, and that are reused. */

/** About the capacity of a kernel socket buffer. */
export const BLOCK_BYTES = 256 * 1024;
const MAX_SPARE = 32;
const spare: Buffer[] = [];

/** Takes a block to fill. */
export const takeBlock = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);

/**
 * Returns blocks to the pool, but only once no code reads or writes them. A block that is never returned is garbage
 * collected.
 */
export function giveBack(blocks: readonly Buffer[]): void {
  if (spare.length < MAX_SPARE) spare.push(...blocks);
}

type Pair = readonly [Buffer, Buffer];

/** Fewer, larger blocks take a third less processor time; only so many streams at once may use the memory for them. */
const LARGE_BLOCK_BYTES = 1024 * 1024;
const MAX_LARGE_PAIRS = 8;
const sparePairs: Pair[] = [];
let largePairs = 0;

/** Takes two blocks for a stream of `length` bytes; pass them to `returnPair` once, always. */
export function takePair(length: number): Pair {
  if (length <= 2 * LARGE_BLOCK_BYTES || (sparePairs.length === 0 && largePairs === MAX_LARGE_PAIRS))
    return [takeBlock(), takeBlock()];
  const pair = sparePairs.pop();
  if (!pair) largePairs++;
  return pair ?? [largeBlock(), largeBlock()];
}

/** V8 begins a buffer that could be resized at the start of a memory page, which direct writes to a disk require. */
const largeBlock = () =>
  Buffer.from(new ArrayBuffer(LARGE_BLOCK_BYTES, { maxByteLength: LARGE_BLOCK_BYTES }), 0, LARGE_BLOCK_BYTES);

/** `reuse`: no code reads or writes the blocks any more. */
export function returnPair(pair: Pair, { reuse }: { reuse: boolean }): void {
  const isLarge = pair[0].length === LARGE_BLOCK_BYTES;
  if (!isLarge) return void (reuse && giveBack(pair));
  if (reuse) sparePairs.push(pair);
  else largePairs--;
}
