import { describe, expect, it } from '@jest/globals';
import { isSeen, nextTile, offsetOf, placeAt, tileLines, tileSizes, tilesIn, PADDING } from './tile-lines';

const sizes = tileSizes(1_000, 5);
/** Two folders, then seven files of two months. */
const lines = tileLines(
  { count: 9, isFolder: (row) => row < 2, monthOf: (row) => (row < 8 ? 'November 2026' : 'October 2026') },
  { ...sizes, columns: 3 },
);

describe('tiles', () => {
  it('stand folders first, then files under the months they are sorted by', () => {
    expect(lines.map((line) => (line.type === 'month' ? line.label : [line.type, line.from, line.to]))).toEqual([
      ['folders', 0, 2],
      'November 2026',
      ['files', 2, 5],
      ['files', 5, 8],
      'October 2026',
      ['files', 8, 9],
    ]);
    const plain = tileLines({ count: 4, isFolder: () => false, monthOf: undefined }, { ...sizes, columns: 3 });
    expect(plain.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 4],
    ]);
  });

  it('fill the width with as many columns as were chosen and have room', () => {
    expect([1_000, 390, 120].map((width) => tileSizes(width, 5).columns)).toEqual([5, 3, 1]);
    for (const width of [390, 768, 1_000, 1_440])
      for (const chosen of [3, 5, 8]) {
        const { columns, tile } = tileSizes(width, chosen);
        expect(columns * tile + (columns - 1) * 8).toBeLessThanOrEqual(width - 2 * PADDING);
      }
  });

  it('arrow keys move in two dimensions, over the names of months', () => {
    const from = (row: number) =>
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => nextTile(lines, row, key));
    expect(from(0)).toEqual([0, 1, 0, 2]);
    expect(from(4)).toEqual([3, 5, 1, 7]);
    expect(from(8)).toEqual([7, 8, 5, 8]);
    expect(nextTile(lines, -1, 'ArrowDown')).toBe(0);
  });

  it('a lasso takes the tiles it touches', () => {
    const all = { left: 0, top: 0, width: 2_000, height: 5_000 };
    expect(tilesIn(lines, sizes, all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const second = PADDING + sizes.tile + 20;
    expect(tilesIn(lines, sizes, { left: second, top: 0, width: 4, height: 5_000 })).toEqual([1, 3, 6]);
    expect(tilesIn(lines, sizes, { left: 0, top: 0, width: 2_000, height: 4 })).toEqual([0, 1]);
  });

  it('a place is the same row in any number of columns, and has the name of its month above it', () => {
    const [folders, month, files] = [lines[0]!, lines[1]!, lines[2]!];
    const top = { row: 0, shift: 0 };
    expect(placeAt(lines, 3, top)).toEqual({ row: 0, shift: 3 });
    expect(placeAt(lines, folders.height + 3, top)).toEqual({ row: 2, shift: 3 - month.height });
    const second = folders.height + month.height + files.height;
    const place = placeAt(lines, second + 10, { row: 7, shift: 0 });
    expect(place).toEqual({ row: 7, shift: 10 });
    expect(offsetOf(lines, place)).toBe(second + 10);
    expect(placeAt(lines, 1e6, place)).toBe(place);
    expect(offsetOf(lines, { row: 99, shift: 5 })).toBe(0);
    expect(isSeen(lines, 7, { top: second, height: files.height })).toBe(true);
    expect(isSeen(lines, 7, { top: second + 1, height: files.height })).toBe(false);
    expect(isSeen(lines, -1, { top: 0, height: 1e6 })).toBe(false);
  });
});
