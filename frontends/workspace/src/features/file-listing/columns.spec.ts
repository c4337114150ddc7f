import { describe, expect, it } from '@jest/globals';
import { columnsOf, type Column, type Field } from './columns';

const DEFAULT: Field[] = ['modified', 'size'];
const ALL: Field[] = ['created', 'kind', 'modified', 'size'];

/** Width in pixels of a grid's fixed columns and gaps. */
const fixedPixels = (template: string): number =>
  [...template.matchAll(/([\d.]+)rem/g)].reduce((sum, match) => sum + Number(match[1]) * 16 + 8, 0);

describe('listing columns', () => {
  it.each([320, 360, 479, 480, 600, 719, 720, 800, 959, 960, 1_096, 1_200, 1_600])(
    'FT-03 a pane of %i px leaves the name at least 55 %% of the row, whatever was chosen',
    (pixels) => {
      for (const chosen of [DEFAULT, ALL, [], ['kind', 'created'], ['from', 'deleted', 'size']] as Column[][]) {
        const row = pixels - 40;
        expect((row - fixedPixels(columnsOf(pixels, chosen).template)) / row).toBeGreaterThanOrEqual(0.55);
      }
    },
  );

  it('FT-03 sizes have a column from 720 px on, if they were chosen', () => {
    expect([479, 480, 719, 720, 960].map((pixels) => columnsOf(pixels, DEFAULT).fields.includes('size'))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(columnsOf(1_200, ['modified']).fields).toEqual(['modified']);
    expect([479, 480].map((pixels) => columnsOf(pixels, DEFAULT).compact)).toEqual([true, false]);
  });

  it('TR-02 the trash shows where entries were and when they came; narrow panes only when', () => {
    const trash: Column[] = ['from', 'deleted', 'size'];
    expect([400, 719, 720, 1_000].map((pixels) => columnsOf(pixels, trash).fields.join())).toEqual([
      'deleted',
      'deleted',
      'from,deleted',
      'from,deleted,size',
    ]);
  });

  it('columns that were added are shown while there is room, and named when there is none', () => {
    expect(columnsOf(1_600, ALL)).toMatchObject({ fields: ['modified', 'size', 'kind', 'created'], left: [] });
    expect(columnsOf(1_000, ALL)).toMatchObject({ fields: ['modified', 'size', 'kind'], left: ['created'] });
    expect(columnsOf(600, ALL)).toMatchObject({ fields: ['modified'], left: ['size', 'kind', 'created'] });
  });
});
