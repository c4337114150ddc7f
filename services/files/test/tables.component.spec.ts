import { dirname } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agentBundle } from '@zo/testing/agent-bundle';
import { at, BOB, call, closeScene, openScene, put, service, status } from './scene.js';

beforeAll(async () => openScene({ ZO_PROGRAMS: dirname(await agentBundle()) }));
afterAll(closeScene);

interface Rows {
  etag: string;
  columns: { name: string; type: string }[];
  rows: { number: number; cells: string[] }[];
  total: number;
  all: number;
  isAtLeast: boolean;
}
interface Sheet {
  name: string;
  columns: string[];
  data: string[][];
}
const LINES = Array.from({ length: 3_000 }, (_none, row) => `${row},"city ${row % 7}\nor so",${row / 4}`);

describe('rows of a table', () => {
  it('FV-01 are read in windows, sorted and filtered', async () => {
    put(`id,city,price\n${LINES.join('\n')}\n`, 'Sales', 'large.csv');
    const place = at('Sales', 'large.csv');
    const far = await call<Rows>('files/rows', { ...place, from: 2_990, count: 1_000 });
    expect(far.columns).toEqual([
      { name: 'id', type: 'number' },
      { name: 'city', type: 'text' },
      { name: 'price', type: 'number' },
    ]);
    expect(far.rows).toHaveLength(10);
    expect(far.rows[9]).toEqual({ number: 3_000, cells: ['2999', 'city 3\nor so', '749.75'] });
    expect([far.total, far.all, far.isAtLeast]).toEqual([3_000, 3_000, false]);
    const chosen = await call<Rows>('files/rows', {
      ...place,
      count: 2,
      sort: { column: 2, descending: true },
      filters: [
        { column: 1, operator: 'contains', value: 'CITY 3' },
        { column: 0, operator: 'less', value: '2000' },
      ],
    });
    const city3 = LINES.slice(0, 2_000).flatMap((line, at) => (line.includes('city 3') ? [at + 1] : []));
    expect(chosen.rows.map(({ number }) => number)).toEqual(city3.toReversed().slice(0, 2));
    expect(chosen.total).toBe(city3.length);
  });

  it('FV-01 are sorted for each that shows them, whatever another one asks for', async () => {
    put(`id,city,price\n${LINES.join('\n')}\n`, 'Sales', 'both.csv');
    const sorted = (viewer: string, descending: boolean) =>
      call<Rows>('files/rows', { ...at('Sales', 'both.csv'), viewer, count: 1, sort: { column: 0, descending } });
    const found = await Promise.all([sorted('one', true), sorted('other', false)]);
    expect(found.map(({ rows }) => rows[0]?.number)).toEqual([3_000, 1]);
    const unnamed = { ...at('Sales', 'both.csv'), viewer: 'x'.repeat(65) };
    expect((await status('files/rows', unnamed))[0]).toBe(400);
  });

  it('FV-02 every request that cannot be answered is told why', async () => {
    put('a\n1\n', 'small.csv');
    const small = at('small.csv');
    const { etag } = await call<Rows>('files/rows', small);
    expect(await status('files/rows', { ...small, from: -1 })).toEqual([400, expect.stringContaining('negative')]);
    expect(await status('files/rows', { ...small, count: 1_001 })).toEqual([
      400,
      expect.stringContaining('at most 1000 rows at once'),
    ]);
    expect(await status('files/rows', { ...small, sheet: 'other' })).toEqual([400, 'This file has one table only.']);
    expect(await status('files/rows', at('gone.csv'))).toEqual([404, 'File not found: gone.csv']);
    put('a\n1\n2\n', 'small.csv');
    expect(await status('files/rows', { ...small, etag })).toEqual([
      409,
      '“small.csv” was changed since it was opened.',
    ]);
    put('\0\0', 'binary.csv');
    expect(await status('files/rows', at('binary.csv'))).toEqual([422, 'This file is not text, so it has no rows.']);
  });

  it('FV-01 of another person are not there', async () => {
    put('secret\n1\n', 'mine.csv');
    const bob = service.as(BOB);
    const answer = await bob('/api/files/rows', { json: at('mine.csv') });
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
      404,
      'File not found: mine.csv',
    ]);
  });
});

describe('workbooks in open-file data', () => {
  const open = (name: string, more = {}) =>
    call<{ kind: string; isExcel: boolean; sheets: Sheet[] | null; fileContent: null }>('read-fs', {
      slug: [name],
      ...more,
    });
  const bookOf = (sheets: Record<string, unknown[][]>): Uint8Array => {
    const book = utils.book_new();
    for (const [name, rows] of Object.entries(sheets))
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), name);
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
  };

  it('FT-01 have their first sheets with names, columns and at most 1,000 rows each', async () => {
    const many = Array.from({ length: 1_500 }, (_none, row) => [`place ${row}`, row / 4]);
    const sales = [['place', 'amount', 'day'], ['Rome', 1200.5, new Date(Date.UTC(2026, 0, 5))], ['Öslo']];
    put(bookOf({ Sales: sales, Many: [['name', 'n'], ...many], Empty: [] }), 'book.xlsx');
    const { sheets, ...file } = await open('book.xlsx');
    expect(file).toMatchObject({ kind: 'excel', isExcel: true, fileContent: null, tableData: null });
    expect(sheets!.map(({ name, columns, data }) => [name, columns, data.length])).toEqual([
      ['Sales', ['place', 'amount', 'day'], 2],
      ['Many', ['name', 'n'], 1_000],
      ['Empty', [], 0],
    ]);
    expect(sheets![0]!.data).toEqual([
      ['Rome', '1200.5', '2026-01-05'],
      ['Öslo', '', ''],
    ]);
    expect(sheets![1]!.data.at(-1)).toEqual(['place 999', '249.75']);
    expect((await open('book.xlsx', { tables: false })).sheets).toBeNull();
  });

  it('FT-01 have 20 sheets at most, and no more text than 4 MiB', async () => {
    const long = 'x'.repeat(3_000);
    const sheetsOf = (count: number, rows: unknown[][]) =>
      Object.fromEntries(Array.from({ length: count }, (_none, index) => [`Sheet ${index}`, rows]));
    put(bookOf(sheetsOf(30, [['a'], [1]])), 'sheets.xlsx');
    expect((await open('sheets.xlsx')).sheets).toHaveLength(20);
    put(bookOf(sheetsOf(6, [['a'], ...Array.from({ length: 340 }, () => [long])])), 'text.xlsx');
    const { sheets } = await open('text.xlsx');
    expect(sheets!.length).toBeGreaterThan(1);
    expect(JSON.stringify(sheets).length).toBeLessThan(4.5 * 1024 * 1024);
  });

  it.each([
    ['damaged', 'PK and nothing else'],
    ['empty', ''],
  ])('FT-01 a %s workbook is shown without sheets', async (name, content) => {
    put(content, `${name}.xlsx`);
    expect(await open(`${name}.xlsx`)).toMatchObject({ kind: 'excel', sheets: null });
  });
});
