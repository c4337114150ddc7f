import { describe, expect, it } from '@jest/globals';
import { columnIndex, columnName, parseRange, rangeName } from './address';
import { fromTsv, toTsv } from './clipboard';
import { spliceSheet } from './edits';
import { fillEdits, fillTarget, seriesOf } from './fill';
import { show, withDecimals } from './format';
import { literalOf, typed } from './literal';
import { afterRename, afterSplice, moved, referencesOf } from './references';
import { sizesOf } from './sizes';
import { rowsToSort, sortRows } from './sort';
import { parseStyle, reactStyle, withProperty } from './styles';
import { member, parseWorkbook, type Value, type Workbook } from './workbook';

const bookOf = (data: Value[][], more: object = {}): Workbook => {
  const parsed = parseWorkbook(
    JSON.stringify({ worksheets: [{ worksheetName: 'A', data, ...more }, { worksheetName: 'B' }] }),
  );
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const cellsOf = ({ sheets }: Workbook) => sheets[0]!.rows.map(({ cells }) => cells);

describe('names of cells', () => {
  it.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ] as const)('column %i is %s', (index, name) => {
    expect(columnName(index)).toBe(name);
    expect(columnIndex(name)).toBe(index);
  });

  it('of ranges are read and written', () => {
    expect(parseRange('c3:A1')).toEqual({ top: 0, left: 0, bottom: 2, right: 2 });
    expect(rangeName({ top: 0, left: 0, bottom: 2, right: 2 })).toBe('A1:C3');
    expect([parseRange('A0'), parseRange('1'), parseRange('XFE1'), parseRange('A1:B2:C3')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('references', () => {
  const at = (formula: string) => referencesOf(formula).map(({ from, to }) => formula.slice(from, to));
  it('are found beside names, functions and text', () => {
    expect(at(`=A1+$B$2*SUM(C3:D$4, 'My sheet'!E5)&"F6"+LOG10(2)+tax_A1+Two!A:B-2:3`)).toEqual([
      'A1',
      '$B$2',
      'C3:D$4',
      "'My sheet'!E5",
      'Two!A:B',
      '2:3',
    ]);
  });

  it.each([
    ['=A1+$B$2+C$3', 1, 1, '=B2+$B$2+D$3'],
    ['=SUM(A1:A3)', 0, 2, '=SUM(C1:C3)'],
    ['=A1', -1, 0, '=#REF!'],
    ['="A1"&A1', 1, 0, '="A1"&A2'],
    ['=Two!A1', 2, 0, '=Two!A3'],
  ])('%s moved by %i rows and %i columns is %s', (formula, rows, columns, expected) => {
    expect(moved(formula, rows, columns)).toBe(expected);
  });

  it.each([
    ['=A1+A5', { axis: 'row', at: 2, count: 1 }, '=A1+A6'],
    ['=SUM(A1:A5)', { axis: 'row', at: 2, count: 2 }, '=SUM(A1:A7)'],
    ['=SUM(A1:A5)', { axis: 'row', at: 3, count: -2 }, '=SUM(A1:A3)'],
    ['=A3', { axis: 'row', at: 2, count: -1 }, '=#REF!'],
    ['=$C$1', { axis: 'column', at: 0, count: -1 }, '=$B$1'],
    ['=SUM(A:C)', { axis: 'column', at: 1, count: 1 }, '=SUM(A:D)'],
    ['=Other!A5', { axis: 'row', at: 0, count: 1 }, '=Other!A5'],
  ] as const)('%s after %j is %s', (formula, splice, expected) => {
    expect(afterSplice(formula, splice, (sheet) => sheet === undefined)).toBe(expected);
  });

  it('follow the name of a worksheet', () => {
    expect(afterRename(`=Two!A1+two!B2+"Two!"&'Two'!C3`, 'Two', "It's 2")).toBe(
      `='It''s 2'!A1+'It''s 2'!B2+"Two!"&'It''s 2'!C3`,
    );
  });
});

describe('typed text', () => {
  it.each([
    ['12', 12],
    ['-1.5', -1.5],
    ['007', '007'],
    ['+49 30 1', '+49 30 1'],
    ['1234567890123456789', '1234567890123456789'],
    ['=a1', '=a1'],
    ['true', true],
    ['2026-11-22', '2026-11-22'],
    ['1.50', 1.5],
    ['two', 'two'],
    ['', ''],
  ])('%j becomes %j', (text, value) => expect(typed(text)).toEqual({ value }));

  it('brings the format along', () => {
    expect(typed('12.5%')).toEqual({ value: 0.125, mask: '0.0%' });
    expect(typed('€ 1,234.50')).toEqual({ value: 1234.5, mask: '€ #,##0.00' });
  });

  it('in a file counts as a number or date only where it is one', () => {
    expect(['12', '007', '2026-01-01', '2026-13-01', 'x', '', "'5"].map((text) => literalOf(text))).toEqual([
      12,
      '007',
      46023,
      '2026-13-01',
      'x',
      null,
      '5',
    ]);
  });
});

describe('what a cell shows', () => {
  it.each([
    [1234.5, '¥ #,##0', '¥ 1,235'],
    [-480, '€ #,##0.00', '-€ 480.00'],
    [0.125, '0.0%', '12.5%'],
    [46348, 'yyyy-mm-dd', '2026-11-22'],
    [0.1 + 0.2, undefined, '0.3'],
    [1e21, undefined, '1e+21'],
    [true, undefined, 'TRUE'],
    ['2026-11-22', 'd mmm yyyy', '22 Nov 2026'],
    [5, 'x'.repeat(200), '5'],
  ] as const)('%j as %j is %s', (value, mask, text) => expect(show(value, { mask }).text).toBe(text));

  it('more and fewer decimals', () => {
    expect([
      withDecimals(undefined, 1),
      withDecimals('#,##0.00', -1),
      withDecimals('0%', 1),
      withDecimals('0.0', -1),
    ]).toEqual(['0.0', '#,##0.0', '0.0%', '0']);
  });
});

describe('the clipboard', () => {
  it('keeps tabs, quotes and line breaks of cells', () => {
    const rows = [
      ['a\tb', 'say "x"', ''],
      ['1\n2', 'z', 'end'],
    ];
    expect(fromTsv(toTsv(rows))).toEqual(rows);
    expect(fromTsv('a\tb\r\nc\t\r\n')).toEqual([
      ['a', 'b'],
      ['c', ''],
    ]);
    expect(fromTsv('"unclosed\tx')).toEqual([['"unclosed', 'x']]);
  });
});

describe('filling', () => {
  it.each([
    [
      [1, 3],
      [5, 7],
    ],
    [[5], [5, 5]],
    [['Week 1'], ['Week 2', 'Week 3']],
    [['2026-12-31'], ['2027-01-01', '2027-01-02']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [['Q09'], ['Q10', 'Q11']],
    [
      [0.1, 0.2],
      [0.3, 0.4],
    ],
  ] as [Value[], Value[]][])('%j goes on with %j', (values, next) => {
    const series = seriesOf(values);
    expect([series(values.length), series(values.length + 1)]).toEqual(next);
  });

  it('goes in the direction that was dragged furthest, also up', () => {
    const source = { top: 5, left: 1, bottom: 6, right: 1 };
    expect(fillTarget(source, { row: 3, column: 2 })).toEqual({ top: 3, left: 1, bottom: 6, right: 1 });
    const edits = fillEdits(source, { ...source, top: 3 }, { read: (row) => (row === 5 ? 10 : 12) });
    expect(edits).toEqual([
      { row: 3, column: 1, value: 6 },
      { row: 4, column: 1, value: 8 },
    ]);
  });
});

describe('edits', () => {
  it('inserted and deleted rows take styles, sizes and formulas along', () => {
    const book = bookOf([[1], [2], ['=SUM(A1:A2)']], { style: { A3: 'font-weight: bold' }, minDimensions: [3, 5] });
    const longer = spliceSheet(book, 0, { axis: 'row', at: 1, count: 1 });
    expect(cellsOf(longer)).toEqual([[1], [], [2], ['=SUM(A1:A3)']]);
    expect([member(longer.sheets[0]!, 'style'), member(longer.sheets[0]!, 'minDimensions')]).toEqual([
      { A4: 'font-weight: bold' },
      [3, 6],
    ]);
    expect(cellsOf(spliceSheet(longer, 0, { axis: 'row', at: 1, count: -1 }))).toEqual(cellsOf(book));
  });

  it('sorting leaves the header, puts empty cells last, and takes formulas and styles along', () => {
    const book = bookOf(
      [
        ['Name', 'N'],
        ['b', 2, '=B2'],
        ['c', ''],
        ['a', 10, '=B4'],
      ],
      { style: { A2: 'color: red' } },
    );
    const rows = rowsToSort(book.sheets[0]!, { top: 0, left: 1, bottom: 0, right: 1 });
    const sorted = sortRows(book, 0, { column: 1, isDescending: true, rows, result: () => undefined });
    expect(cellsOf(sorted)).toEqual([
      ['Name', 'N'],
      ['a', 10, '=B2'],
      ['b', 2, '=B3'],
      ['c', ''],
    ]);
    expect(member(sorted.sheets[0]!, 'style')).toEqual({ A3: 'color: red' });
  });

  it('of hostile sizes are bounded', () => {
    expect(sizesOf(bookOf([], { minDimensions: [1e6, 1e7] }).sheets[0]!)).toMatchObject({
      rows: 200_000,
      columns: 16_384,
      isCut: true,
    });
    expect(sizesOf(bookOf([], { minDimensions: ['x', -1] }).sheets[0]!)).toMatchObject({
      rows: 60,
      columns: 20,
      isCut: false,
    });
  });
});

describe('styles', () => {
  it('apply only what is allowed, and keep all of the text', () => {
    const css =
      'font-weight: bold; position: fixed; color: #c00; background: url(x); background-color: red; text-align: justify';
    expect(reactStyle(css)).toEqual({ fontWeight: 'bold', '--ink': '#c00', '--fill': 'red' });
    expect(reactStyle('color: url(x); background-color: var(--x); font-weight: expression(1)')).toEqual({});
    expect(parseStyle(withProperty(css, 'font-weight', undefined)).get('position')).toBe('fixed');
    expect(withProperty('color: red', 'color', undefined)).toBeUndefined();
  });
});
