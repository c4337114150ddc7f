import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { crc32 as crcOf } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BLOCK_BYTES, inBlocks, writeBody } from './index.js';

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

describe('writeBody', () => {
  const MEBIBYTE = 1024 * 1024;
  let folder: string;
  let file: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'zo-body-'));
    file = openSync(join(folder, 'upload'), 'w');
  });

  afterEach(() => {
    closeSync(file);
    rmSync(folder, { recursive: true });
  });

  const inReads = (body: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(body.length / 65_536) }, (_, index) =>
        body.subarray(index * 65_536, (index + 1) * 65_536),
      ),
      { objectMode: false },
    );

  const write = (body: Buffer, { offset, limit = offset + body.length }: { offset: number; limit?: number }) =>
    writeBody(inReads(body), file, { offset, limit, tooLong: () => new Error('too long') });

  const written = () => readFileSync(join(folder, 'upload'));

  it.each([
    ['whole pages', 8 * MEBIBYTE, 8 * MEBIBYTE],
    ['an end within a sector', 5 * MEBIBYTE + 123, 8 * MEBIBYTE],
    ['a beginning within a sector', 8 * MEBIBYTE, 77],
    ['less than is worth writing directly', 4567, 0],
  ])('writes every byte to its place: %s', async (_, bytes, offset) => {
    const body = randomBytes(bytes);
    const { bytes: count, crc32 } = await write(body, { offset });
    expect({ count, crc32 }).toEqual({ count: bytes, crc32: crcOf(body) });
    const stored = written();
    expect(stored.length).toBe(offset + bytes);
    expect(stored.subarray(0, offset).every((byte) => byte === 0)).toBe(true);
    expect(sha(stored.subarray(offset))).toBe(sha(body));
  });

  it('writes more bodies at once than there are large blocks', async () => {
    const bodies = Array.from({ length: 12 }, () => randomBytes(3 * MEBIBYTE));
    await Promise.all(bodies.map((body, index) => write(body, { offset: index * 3 * MEBIBYTE })));
    expect(sha(written())).toBe(sha(Buffer.concat(bodies)));
  });

  it('writes nothing beyond the limit', async () => {
    const limit = 3 * MEBIBYTE;
    await expect(write(randomBytes(4 * MEBIBYTE), { offset: 0, limit })).rejects.toThrow('too long');
    expect(written().length).toBeLessThanOrEqual(limit);
  });
});
