import { describe, expect, it } from '@jest/globals';
import { columnsOf, widthOf } from './columns';

/** Width in pixels of a grid's fixed columns and gaps. */
function fixedPixels(grid: string): number {
  const columns = [.../grid-cols-\[([^\]]+)\]/.exec(grid)![1]!.matchAll(/([\d.]+)rem/g)].map(
    (match) => Number(match[1]) * 16,
  );
  const gap = Number(/gap-x-(\d+)/.exec(grid)![1]) * 4;
  return columns.reduce((sum, column) => sum + column + gap, 0);
}

describe('listing columns', () => {
  it.each([320, 360, 479, 480, 600, 719, 720, 800, 959, 960, 1_200])(
    'a pane of %i px leaves the name at least 55 %% of the row',
    (pixels) => {
      const row = pixels - 40;
      const columns = columnsOf(widthOf(pixels), { sizes: true });
      expect((row - fixedPixels(columns.grid)) / row).toBeGreaterThanOrEqual(0.55);
    },
  );

  it('FT-03 sizes have a column from 720 px on, and none in Articles', () => {
    expect([479, 480, 719, 720, 960].map((pixels) => columnsOf(widthOf(pixels), { sizes: true }).sizes)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(columnsOf('full', { sizes: false }).sizes).toBe(false);
  });
});
