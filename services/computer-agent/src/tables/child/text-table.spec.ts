import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WindowRequest } from '../messages.js';
import { sourceOf } from './text-source.js';
import { TextTable } from './text-table.js';
import { View } from './view.js';

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'zo-rows-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A generator of numbers that are the same in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
}

const PIECES = ['a', 'ß', '天', '"', '""', ',', '\n', '\r\n', ' ', '5" pipe', '', 'x'.repeat(40)];

/** Rows of cells that need quotes often, and the text that a spreadsheet would write for them. */
function generated(count: number, seed: number): { rows: string[][]; text: string } {
  const random = randomOf(seed);
  const rows = Array.from({ length: count }, (_none, row) => [
    String(row),
    Array.from({ length: random(4) }, () => PIECES[random(PIECES.length)]!).join(''),
    random(5) === 0 ? '5" pipe' : 'plain',
    String(random(1_000) / 8),
  ]);
  const write = (cell: string) => {
    // A quote in the middle of a cell needs none around it.
    if (cell === '5" pipe') return cell;
    return /["\n\r,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const breaks = ['\n', '\r\n'];
  const lines = rows.map((row, at) => row.map(write).join(',') + breaks[at % 2]! + (random(50) === 0 ? '\n' : ''));
  return { rows, text: `id,text,kind,amount\n${lines.join('')}` };
}

/** Every character in turn: slow, and right by looking at it. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' = 'start';
  const endCell = () => {
    row.push(cell);
    cell = '';
    state = 'start';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if (state === 'quoted') {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else state = 'plain';
    } else if (letter === '"' && state === 'start') state = 'quoted';
    else if (letter === ',') endCell();
    else if (letter === '\n') endRow();
    else if (letter === '\r' && text[at + 1] === '\n') continue;
    else {
      cell += letter;
      state = 'plain';
    }
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

const WHOLE: WindowRequest = { sheet: '', query: '', viewer: '', from: 0, count: 1_000, sort: null, filters: [] };

async function tableOf(text: string | Buffer, { name = 'a.csv', block }: { name?: string; block?: number } = {}) {
  const file = join(folder, `${crypto.randomUUID()}-${name}`);
  fs.writeFileSync(file, text);
  const table = await TextTable.open(fs.openSync(file, 'r'), name.split('.')[1] as 'csv', block);
  const window = (request: Partial<WindowRequest> = {}) => table.window({ ...WHOLE, ...request });
  const cells = async (request: Partial<WindowRequest> = {}) => (await window(request)).rows.map((row) => row.cells);
  const numbers = async (request: Partial<WindowRequest> = {}) => (await window(request)).rows.map((row) => row.number);
  return { window, cells, numbers };
}

describe('windows of a CSV file', () => {
  it('1,000 random windows are what a straightforward parser finds, line breaks in quotes included', async () => {
    const { text } = generated(20_000, 7);
    const [, ...rows] = parse(text);
    const table = await tableOf(text);
    const random = randomOf(3);
    for (let window = 0; window < 1_000; window++) {
      const from = random(rows.length);
      const count = random(60);
      const found = await table.window({ from, count });
      expect(found.rows).toEqual(rows.slice(from, from + count).map((cells, at) => ({ number: from + at + 1, cells })));
    }
    expect(await table.window({ from: rows.length - 1 })).toMatchObject({ total: rows.length, atLeast: false });
  });

  it.each([3, 5, 7, 11, 64, 1_000])('blocks of %d bytes give the same rows', async (block) => {
    const { text } = generated(600, block);
    const [, ...rows] = parse(text);
    const table = await tableOf(text, { block });
    expect(await table.cells({ from: 300, count: 1_000 })).toEqual(rows.slice(300));
    expect((await table.window({ from: 599 })).total).toBe(rows.length);
    const filters = [{ column: 2, operator: 'is' as const, value: '5" PIPE' }];
    expect(await table.cells({ filters })).toEqual(rows.filter((row) => row[2] === '5" pipe'));
  });

  it('rows are sorted by number or text, empty cells last, and keep their numbers', async () => {
    const table = await tableOf('n,t\n10,b\n9,\n,a\n-1,C\n');
    expect(await table.numbers({ sort: { column: 0, descending: false } })).toEqual([4, 2, 1, 3]);
    expect(await table.numbers({ sort: { column: 0, descending: true } })).toEqual([1, 2, 4, 3]);
    expect(await table.numbers({ sort: { column: 1, descending: false } })).toEqual([3, 1, 4, 2]);
    expect(await table.numbers({ sort: { column: 1, descending: true } })).toEqual([4, 1, 3, 2]);
  });

  it('each viewer has its own order, and only a newer one of the same viewer ends it', async () => {
    const table = await tableOf('n\n2\n3\n1\n');
    const order = (viewer: string, descending: boolean) =>
      table.numbers({ viewer, sort: { column: 0, descending } }).catch((error: Error) => error.message);
    expect(await Promise.all([order('one', false), order('other', true), order('one', true)])).toEqual([
      'Another filter or order was asked for.',
      [2, 1, 3],
      [2, 1, 3],
    ]);
    expect(await Promise.all([order('one', false), order('other', true)])).toEqual([
      [3, 1, 2],
      [2, 1, 3],
    ]);
  });

  it('texts are sorted by more than what all of them begin with', async () => {
    const start = 'https://www.example.com/products/';
    const table = await tableOf(
      `a\n${['zebra', 'apple', 'mango', 'banana'].map((end) => `${start}${end}\n`).join('')}`,
    );
    const sorted = await table.window({ sort: { column: 0, descending: false } });
    expect([sorted.rows.map((row) => row.number), sorted.note]).toEqual([[2, 4, 3, 1], '']);
    expect(await table.numbers({ sort: { column: 0, descending: true } })).toEqual([1, 3, 4, 2]);
  });

  it('so many long texts that they do not fit are sorted by their beginning, and it says so', async () => {
    const view = new View<string>({
      sort: { column: 0, descending: true },
      filters: [],
      kind: 'text',
      cellsOf: (cell) => [cell],
      mayMatch: () => true,
    });
    await view.build(async (_isDone, onRow) => {
      for (let row = 0; row < 140_000; row++) onRow(`${row % 10} ${'x'.repeat(248)}${row}`, BigInt(row));
    });
    expect([view.length, view.at(0).offset, view.at(1).offset]).toEqual([140_000, 9n, 19n]);
    expect(view.note).toContain('first 24 characters');
  });

  it('filters compare numbers as numbers and texts without case, and all of them match', async () => {
    const table = await tableOf('place,amount\nRome,9\nOslo,"1,000"\nrome,20\nParis,\n');
    const of = (column: number, operator: 'is' | 'isNot' | 'atLeast' | 'less' | 'contains', value: string) =>
      table.numbers({ filters: [{ column, operator, value }] });
    expect(await of(0, 'is', 'ROME')).toEqual([1, 3]);
    expect(await of(0, 'isNot', 'rome')).toEqual([2, 4]);
    expect(await of(1, 'atLeast', '20')).toEqual([2, 3]);
    expect(await of(1, 'less', '20')).toEqual([1]);
    expect(await of(-1, 'contains', 'o')).toEqual([1, 2, 3]);
    const both = [
      { column: 0, operator: 'contains' as const, value: 'rom' },
      { column: 1, operator: 'greater' as const, value: '9' },
    ];
    expect(await table.window({ filters: both })).toMatchObject({ total: 1, all: 4, rows: [{ number: 3 }] });
  });

  it('knows separators, marks of byte order, other encodings, uneven rows and kinds of columns', async () => {
    expect((await (await tableOf('\ufeffa;b\n1,5;2026-01-01\n')).window()).columns).toEqual([
      { name: 'a', kind: 'number' },
      { name: 'b', kind: 'time' },
    ]);
    expect(await (await tableOf('a\tb\n"x\ty"\t2', { name: 'a.tsv' })).cells()).toEqual([['x\ty', '2']]);
    expect(await (await tableOf(Buffer.from('name\nJürgen\n', 'latin1'))).cells()).toEqual([['Jürgen']]);
    const late = 'ascii\n'.repeat(60_000);
    expect(await (await tableOf(Buffer.from(`${late}Jürgen`, 'latin1'))).cells({ from: 59_999 })).toEqual([['Jürgen']]);
    expect(await (await tableOf(`${late}Jürgen`)).cells({ from: 59_999 })).toEqual([['Jürgen']]);
    const uneven = await tableOf('a,b\n1\n1,2,3\n');
    expect(await uneven.window()).toMatchObject({
      columnCount: 3,
      rows: [{ cells: ['1'] }, { cells: ['1', '2', '3'] }],
    });
    expect(await (await tableOf('only a head')).window()).toMatchObject({ total: 0, rows: [], columnCount: 1 });
  });

  it.each([
    ['UTF-16 LE', '\ufeff'],
    ['UTF-16 BE', '\ufeff'],
    ['UTF-16 LE', 'without a mark '],
    ['UTF-16 BE', 'without a mark '],
  ])('reads %s as it reads the same text in UTF-8: %s', async (encoding, start) => {
    const { text } = generated(20_000, 5);
    const smiling = text.replaceAll('plain', 'pl\u{1f600}in');
    const [, ...rows] = parse(smiling);
    const bytes = Buffer.from(start + smiling, 'utf16le');
    const table = await tableOf(encoding === 'UTF-16 LE' ? bytes : bytes.swap16());
    expect(await table.window({ from: 12_345, count: 20 })).toMatchObject({
      columns: [{ kind: 'number' }, { name: 'text' }, { name: 'kind' }, { name: 'amount', kind: 'number' }],
      rows: rows.slice(12_345, 12_365).map((cells, at) => ({ number: 12_346 + at, cells })),
    });
    expect((await table.window({ from: 19_999 })).total).toBe(rows.length);
    const filters = [{ column: 2, operator: 'is' as const, value: 'pl\u{1f600}in' }];
    expect((await table.window({ filters })).total).toBe(rows.filter((row) => row[2] === 'pl\u{1f600}in').length);
  });

  it('reads UTF-16 with tabs, a half character at its end, and none that is too large', async () => {
    const tabs = Buffer.from('\ufeffa\tb\r\n1\t"x\ty"\r\n', 'utf16le');
    expect(await (await tableOf(tabs, { name: 'a.tsv' })).cells()).toEqual([['1', 'x\ty']]);
    const half = Buffer.concat([Buffer.from('\ufeffa\n1', 'utf16le'), Buffer.of(0x31)]);
    expect(await (await tableOf(half)).cells()).toEqual([['1\ufffd']]);
    await expect(tableOf(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).rejects.toThrow('not text');
    const file = join(folder, 'large.csv');
    fs.writeFileSync(file, tabs);
    await expect(sourceOf(fs.openSync(file, 'r'), 10)).rejects.toThrow('Convert it to UTF-8');
  });

  it('shows quotes as text when one never ends', async () => {
    const table = await tableOf('a,b\n"never,1\nx,2\n');
    expect(await table.window({ from: 1 })).toMatchObject({ total: 2, rows: [{ cells: ['x', '2'] }] });
    expect(await table.window()).toMatchObject({ note: expect.stringContaining('never ends') });
    const long = await tableOf(`a,b\n1,2\n"open,${'x,y\n'.repeat(600_000)}`);
    expect((await long.window({ from: 600_000 })).total).toBe(600_001);
  });

  it('refuses what is no table', async () => {
    await expect(tableOf('')).rejects.toThrow('There is nothing in this file.');
    await expect(tableOf(Buffer.alloc(9))).rejects.toThrow('not text');
    const table = await tableOf('a\n1\n');
    await expect(table.window({ sheet: 'x' })).rejects.toThrow('one table only');
    await expect(table.window({ sort: { column: 1, descending: false } })).rejects.toThrow('no such column');
  });

  it('cuts long rows and cells, so that any answer fits', async () => {
    const wide = await tableOf(`${'c,'.repeat(100_000)}\n${'1,'.repeat(100_000)}\n${'2,'.repeat(100_000)}\n`);
    const found = await wide.window();
    expect([found.columns.length, found.columnCount, found.rows.length]).toEqual([500, 100_001, 2]);
    const long = await tableOf(`a,b\n${'x'.repeat(3_000_000)}\n1,2\n`);
    expect((await long.cells({ from: 0 })).map(([cell]) => cell!.length)).toEqual([4_096, 1]);
    const heavy = await tableOf(`a\n${`${'天'.repeat(4_000)}\n`.repeat(500)}`);
    const rows = (await heavy.window()).rows.length;
    expect(rows).toBeGreaterThan(50);
    expect(rows).toBeLessThan(100);
  });
});

describe('windows of JSON lines', () => {
  it('fields become columns; other values and damaged lines stay visible', async () => {
    const table = await tableOf('{"a":1,"b":"x"}\n\n{"b":"y","c":[1, 2]}\nnot json\n7\n', { name: 'a.jsonl' });
    expect((await table.window()).columns.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(await table.cells()).toEqual([['1', 'x', ''], ['', 'y', '[1,2]'], ['not json'], ['7']]);
    expect(await table.numbers({ filters: [{ column: -1, operator: 'contains', value: '1,2' }] })).toEqual([2]);
  });
});
