import { describe, expect, it } from '@jest/globals';
import { UPLOAD } from './messages';
import { bytesPerSecond, chunkBytes, missingChunks, nextItem, overCap, overallPercent, sameFile } from './plan';

const MB = 1024 * 1024;

describe('upload planning', () => {
  it('UP-01 smallest first, equal sizes in the order they were chosen', () => {
    const items = [
      { size: 30, order: 0 },
      { size: 5, order: 1 },
      { size: 5, order: 2 },
      { size: 0, order: 3 },
    ];
    const order: number[] = [];
    for (let rest = items; rest.length; rest = rest.filter(({ order: at }) => at !== order.at(-1)))
      order.push(nextItem(rest)!.order);
    expect(order).toEqual([3, 1, 2, 0]);
    expect(nextItem([])).toBeUndefined();
  });

  it('UP-06 only missing chunks are sent again', () => {
    expect(missingChunks(10 * MB, 4 * MB, [1])).toEqual([0, 2]);
    expect(missingChunks(8 * MB, 4 * MB, [0, 1])).toEqual([]);
    expect([0, 1, 2].map((index) => chunkBytes(index, 10 * MB, 4 * MB))).toEqual([4 * MB, 4 * MB, 2 * MB]);
  });

  it('UP-01 overall percent counts bytes and reaches 100 only at the end', () => {
    expect(
      overallPercent([
        { size: 100, sent: 50 },
        { size: 300, sent: 0 },
      ]),
    ).toBe(12);
    expect(overallPercent([{ size: 1_000_000, sent: 999_999 }])).toBe(99);
    expect(
      overallPercent([
        { size: 10, sent: 10 },
        { size: 0, sent: 0 },
      ]),
    ).toBe(90);
    expect(
      overallPercent([
        { size: 10, sent: 10 },
        { size: 0, sent: 1 },
      ]),
    ).toBe(100);
    expect(overallPercent([])).toBe(0);
  });

  it('UP-01 the rate covers the last seconds', () => {
    expect(
      bytesPerSecond([
        [0, 0],
        [1000, 5 * MB],
        [2000, 10 * MB],
      ]),
    ).toBe(5 * MB);
    expect(
      bytesPerSecond([
        [0, 0],
        [100, MB],
      ]),
    ).toBe(0);
  });

  it('UP-04, UP-05 errors use the words of the specification', () => {
    expect(UPLOAD.stepFailed('init', 500)).toBe('init failed: 500');
    expect(UPLOAD.stepFailed('chunk', 400)).toBe('chunk failed: 400');
    expect(UPLOAD.stepFailed('complete', 409)).toBe('complete failed: 409');
    expect(
      UPLOAD.tooLarge(
        10,
        overCap(
          [
            { name: 'a.mov', size: 11 * MB },
            { name: 'b', size: 10 * MB },
            { name: 'c.zip', size: 99 * MB },
          ],
          10,
        ),
      ),
    ).toBe('The following files exceed the 10MB limit: a.mov, c.zip');
  });

  it('UP-06 only the same file resumes an upload', () => {
    const record = { fileName: 'a.mov', size: 10, lastModified: 5 };
    expect(sameFile({ name: 'a.mov', size: 10, lastModified: 5 }, record)).toBe(true);
    expect(sameFile({ name: 'a.mov', size: 10, lastModified: 6 }, record)).toBe(false);
  });
});
