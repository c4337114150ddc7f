import { expect, it } from '@jest/globals';
import { cellOfPlace } from './cell-of-place';
import { printWorkbook } from './print-workbook';
import { parseWorkbook } from './workbook';

const read = (value: unknown) => {
  const parsed = parseWorkbook(JSON.stringify(value));
  if (!('workbook' in parsed)) throw new Error(parsed.problem);
  return parsed.workbook;
};
const sheets = read({
  worksheets: [
    { worksheetName: 'One', data: [['name'], ['other', 'Kyoto'], ['', 'Kyoto']] },
    {
      worksheetName: 'Two',
      data: [
        ['a', 'b'],
        ['', 'Kyoto'],
        ['to Kyoto', 1],
      ],
    },
  ],
});
const text = printWorkbook(sheets);
const lines = text.split('\n');
const at = (row: string, nth = 0) => lines.flatMap((each, line) => (each.endsWith(row) ? [line + 1] : []))[nth]!;

it('FT-14 a line of a sheet file means the cell of its row, also where another row is the same', () => {
  const cellAt = (line: number) => cellOfPlace(sheets, text, { line, text: 'kyoto' });
  expect(cellAt(at('["","Kyoto"]'))).toMatchObject({ sheet: 0, cell: { row: 2, column: 1 } });
  expect(cellAt(at('["","Kyoto"]', 1))).toMatchObject({ sheet: 1, cell: { row: 1, column: 1 } });
  expect(cellAt(at('["to Kyoto",1]'))).toMatchObject({ sheet: 1, cell: { row: 2, column: 0 } });
});

it('FT-14 a file in one line opens at the first cell with the text, and at none without it', () => {
  expect(cellOfPlace(sheets, '{}', { line: 1, text: 'Kyoto' })).toMatchObject({
    sheet: 0,
    cell: { row: 1, column: 1 },
  });
  expect(cellOfPlace(sheets, text, { line: 1, text: 'Osaka' })).toBeUndefined();
  expect(cellOfPlace(sheets, text, { line: 1 })).toBeUndefined();
});
