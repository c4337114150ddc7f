import { describe, expect, it } from '@jest/globals';
import { setCells, spliceSheet } from './edits';
import { fillEdits } from './fill';
import { filterableRows, hiddenRows, valuesOf } from './filter';
import { applyFilters, readerOf, withFiltersOf } from './filtered';
import { apply, diff, inverse } from './patch';
import { RowPlaces } from './row-places';
import { parseWorkbook, type ColumnFilter, type Value, type Workbook } from './workbook';

const ROWS: Value[][] = [
  ['Item', 'Group', 'Price'],
  ['Ryokan', 'stay', 61_000],
  ['Lunch', 'food', '12000'],
  ['Breakfast', 'Food', 8_000],
  ['Bus', '', '=1+2'],
  ['Paid on', 'date', '2026-11-22'],
  [],
];

const bookOf = (data: Value[][]): Workbook => {
  const parsed = parseWorkbook(JSON.stringify({ worksheets: [{ worksheetName: 'A', data }] }));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const book = bookOf(ROWS);
const [sheet] = book.sheets as [Workbook['sheets'][0]];
const read = readerOf(sheet, () => 3);
const shownBy = (...columns: ColumnFilter[]) => {
  const rows = filterableRows(sheet, 0);
  const hidden = hiddenRows(columns, rows, read);
  return ROWS.flatMap(([name], row) => (row >= rows.from && row <= rows.to && !hidden.has(row) ? [name] : []));
};
const where = (column: number, operator: string, value = '') =>
  shownBy({ column, condition: { operator, value } as ColumnFilter['condition'] & object });
const filtered = (from: Workbook, columns: ColumnFilter[]): Workbook =>
  applyFilters({ ...from, sheets: [{ ...from.sheets[0]!, filter: { columns } }] }, () => () => 3);
const hiddenIn = ({ sheets: [first] }: Workbook) => [...(first!.filter?.hidden ?? [])];

describe('filters', () => {
  it('leave the header and the empty rows below the last one alone', () => {
    expect(filterableRows(sheet, 0)).toEqual({ from: 1, to: 5 });
    expect(filterableRows(sheet, 3)).toEqual({ from: 3, to: 5 });
  });

  it.each([
    [1, 'contains', 'OO', ['Lunch', 'Breakfast']],
    [1, 'equals', 'food', ['Lunch', 'Breakfast']],
    [2, 'equals', '8000.0', ['Breakfast']],
    [2, 'greater', '10000', ['Ryokan', 'Lunch', 'Paid on']],
    [2, 'less', '5', ['Bus']],
    [2, 'less', '2026-11-23', ['Lunch', 'Breakfast', 'Bus', 'Paid on']],
    [0, 'greater', 'c', ['Ryokan', 'Lunch', 'Paid on']],
    [1, 'empty', '', ['Bus']],
    [1, 'filled', '', ['Ryokan', 'Lunch', 'Breakfast', 'Paid on']],
  ] as const)('column %i %s %j', (column, operator, value, names) => {
    expect(where(column, operator, value)).toEqual(names);
  });

  it('choose values, and all columns have to match', () => {
    const food: ColumnFilter = { column: 1, values: new Set(['food', 'Food']) };
    expect(shownBy(food)).toEqual(['Lunch', 'Breakfast']);
    expect(shownBy(food, { column: 2, condition: { operator: 'greater', value: '9000' } })).toEqual(['Lunch']);
    const about = { rows: filterableRows(sheet, 0), read };
    expect(valuesOf([food], 0, about)).toEqual(['Breakfast', 'Lunch']);
    expect(valuesOf([food], 1, about)).toEqual(['', 'date', 'food', 'Food', 'stay']);
  });

  it('are undone, and stay as they were while rows are edited in place', () => {
    const after = filtered(book, [{ column: 1, values: new Set(['stay']) }]);
    expect(hiddenIn(after)).toEqual([2, 3, 4, 5]);
    const edited = setCells(after, 0, [{ row: 1, column: 1, value: 'food' }]);
    expect(hiddenIn(applyFilters(edited, () => () => 3))).toEqual([2, 3, 4, 5]);
    const patch = diff(book, after);
    expect(hiddenIn(apply(after, inverse(patch)))).toEqual([]);
    const again = apply(book, patch);
    expect(hiddenIn(applyFilters(again, () => () => 3))).toEqual([2, 3, 4, 5]);
  });

  it('follow inserted and deleted rows and columns, also from elsewhere', () => {
    const before = filtered(book, [{ column: 1, values: new Set(['stay']) }]);
    const run = (next: Workbook) => applyFilters(next, () => () => 3);
    expect(hiddenIn(run(spliceSheet(before, 0, { axis: 'row', at: 1, count: 2 })))).toEqual([4, 5, 6, 7]);
    const moved = run(spliceSheet(before, 0, { axis: 'column', at: 0, count: 1 }));
    expect([moved.sheets[0]!.filter!.columns[0]!.column, hiddenIn(moved)]).toEqual([2, [2, 3, 4, 5]]);
    expect(run(spliceSheet(before, 0, { axis: 'column', at: 1, count: -1 })).sheets[0]!.filter).toBeUndefined();
    const foreign = bookOf([ROWS[0]!, ['New', 'food'], ...ROWS.slice(1)]);
    expect(hiddenIn(run(withFiltersOf(before, foreign)))).toEqual([1, 3, 4, 5, 6]);
  });

  it('keep hidden rows out of filling', () => {
    const source = { top: 1, left: 0, bottom: 3, right: 0 };
    const values: Record<number, Value> = { 1: 10, 2: 99, 3: 12 };
    const edits = fillEdits(
      source,
      { ...source, bottom: 6 },
      { read: (row) => values[row] ?? '', isHidden: (row) => row === 2 || row === 5 },
    );
    expect(edits).toEqual([
      { row: 4, column: 0, value: 14 },
      { row: 6, column: 0, value: 16 },
    ]);
    const formula = fillEdits(
      { ...source, bottom: 1 },
      { ...source, bottom: 3 },
      {
        read: () => '=B2*2',
        isHidden: (row) => row === 2,
      },
    );
    expect(formula).toEqual([{ row: 3, column: 0, value: '=B4*2' }]);
  });
});

describe('places of rows', () => {
  it('have no room for hidden rows', () => {
    const places = new RowPlaces(6, 28, { hidden: new Set([1, 2, 4]) });
    expect([0, 1, 3, 5].map((row) => places.top(row))).toEqual([0, 28, 28, 56]);
    expect([places.at(-5), places.at(27), places.at(28), places.at(60), places.at(1_000)]).toEqual([0, 0, 3, 5, 5]);
    expect([places.total, places.shown(0, 5)]).toEqual([84, [0, 3, 5]]);
  });
});
