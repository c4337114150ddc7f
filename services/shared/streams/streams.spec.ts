import { createHash, randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_BYTES, inBlocks } from './index.js';

const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');

describe('inBlocks', () => {
  it('passes every byte once and in order, for any chunk sizes', async () => {
    const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 2 * BLOCK_BYTES + 1 })), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(sizes, fc.boolean(), async (lengths, slow) => {
        const parts = lengths.map((length) => randomBytes(length));
        const taken: Buffer[] = [];
        await inBlocks(Readable.from(parts, { objectMode: false }), async (block) => {
          if (slow) await new Promise(setImmediate);
          taken.push(Buffer.from(block));
        });
        expect(sha(Buffer.concat(taken))).toBe(sha(Buffer.concat(parts)));
      }),
      { numRuns: 40 },
    );
  });

  it('passes one block at a time and makes the source wait', async () => {
    const release: (() => void)[] = [];
    const source = new PassThrough({ highWaterMark: 1024 });
    const all = inBlocks(source, () => new Promise<void>((resolve) => release.push(resolve)));
    let accepted = 0;
    const fill = () => {
      while (source.write(Buffer.alloc(1024)) && accepted < 10 * BLOCK_BYTES) accepted += 1024;
    };
    source.on('drain', fill);
    fill();
    while (release.length === 0) await new Promise(setImmediate);
    for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
    expect(release).toHaveLength(1);
    expect(accepted).toBeLessThan(2 * BLOCK_BYTES + 64 * 1024);
    source.off('drain', fill);
    source.end();
    const releasing = setInterval(() => release.shift()?.(), 1);
    await all.finally(() => clearInterval(releasing));
  });

  it('throws the error of the sink and leaves the source open', async () => {
    const source = new PassThrough();
    source.write(Buffer.alloc(2 * BLOCK_BYTES));
    await expect(inBlocks(source, async () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    expect(source.destroyed).toBe(false);
  });

  it('throws if the sender disconnects', async () => {
    const source = new PassThrough();
    const all = inBlocks(source, async () => undefined);
    source.write(Buffer.alloc(10));
    source.destroy();
    await expect(all).rejects.toThrow('the sender disconnected');
  });
});
