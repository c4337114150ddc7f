import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type BookType, utils, write } from '@e965/xlsx';
import { ErrorReason, FilterOperator } from '@zo/proto/agent/v1';
import { Agent } from './agent.js';
import { peakMb, tabling } from './tabling.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());
const { put, rows, cells, failure, readers } = tabling(() => agent);

const bookOf = (sheets: Record<string, unknown[][]>, bookType: BookType): Buffer => {
  const book = utils.book_new();
  for (const [name, lines] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(lines, { UTC: true }), name);
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer;
};

/** A zip with one entry, of which its header says that it has so many bytes. */
function zipOf(name: string, content: Buffer, claimed: number): Buffer {
  const packed = deflateRawSync(content, { level: 9 });
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(claimed, 18);
  shared.writeUInt16LE(name.length, 22);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02\x14\x00', 'latin1');
  shared.copy(central, 6);
  const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, central, Buffer.from(name), end]);
}

describe('rows of workbooks', () => {
  it.each(['xlsx', 'ods', 'xls', 'xlsm'] as const)('%s: sheets with texts, numbers, dates and gaps', async (type) => {
    const name = `book.${type}`;
    put(
      name,
      bookOf(
        {
          Sales: [
            ['place', 'amount', 'day', 'paid'],
            ['Rome', 1200.5, new Date(Date.UTC(2026, 0, 5)), true],
            ['Öslo\nnorth', -3, new Date(Date.UTC(2025, 11, 31)), false],
          ],
          'No head': [[1, 2], [], [3, null, 'far']],
          Empty: [],
        },
        type === 'xls' ? 'biff8' : type,
      ),
    );
    const first = await rows(name);
    expect(first.sheets).toEqual(['Sales', 'No head', 'Empty']);
    expect(first.columns.map((column) => column.name)).toEqual(['place', 'amount', 'day', 'paid']);
    expect(first.rows.map((row) => row.cells)).toEqual([
      ['Rome', '1200.5', '2026-01-05', 'TRUE'],
      ['Öslo\nnorth', '-3', '2025-12-31', 'FALSE'],
    ]);
    const other = await rows(name, { sheet: 'No head' });
    expect(other.columns.map((column) => column.name)).toEqual(['A', 'B', 'C']);
    expect(other.rows.map(({ number, cells: [a, , c] }) => [number, a, c])).toEqual([
      [1, '1', ''],
      [2, '', ''],
      [3, '3', 'far'],
    ]);
    expect(await rows(name, { sheet: 'Empty' })).toMatchObject({ total: 0 });
    expect(await failure(name, { sheet: 'None' })).toEqual([ErrorReason.INVALID, 'There is no sheet “None”.']);
    const chosen = {
      sort: { column: 1 },
      filters: [{ column: 0, operator: FilterOperator.CONTAINS, value: 'O' }],
    };
    expect((await cells(name, chosen)).map(([place]) => place)).toEqual(['Öslo\nnorth', 'Rome']);
  });

  it('a formula without a stored result is shown as it is', async () => {
    const sheet = utils.aoa_to_sheet([
      [1, 2],
      [3, 4],
    ]);
    sheet['C1'] = { t: 'n', f: 'A1+B1' };
    sheet['C2'] = { t: 'n', f: 'A2+B2', v: 7 };
    sheet['!ref'] = 'A1:C2';
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Sums');
    put('sums.xlsx', write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    expect(await cells('sums.xlsx')).toEqual([
      ['1', '2', '=A1+B1'],
      ['3', '4', '7'],
    ]);
  });

  it('200,000 cells are read in windows, within the memory of the process', async () => {
    const lines = Array.from({ length: 20_000 }, (_none, row) => [
      `row ${row}`,
      row,
      ...Array.from({ length: 8 }, (_nothing, at) => row / (at + 2)),
    ]);
    put('large.xlsx', bookOf({ Data: [['name', 'n', ...'abcdefgh'], ...lines] }, 'xlsx'));
    for (const from of [0, 19_990, 7, 12_345])
      expect((await rows('large.xlsx', { from, count: 5 })).rows.map(({ cells: [name] }) => name)).toEqual(
        Array.from({ length: 5 }, (_none, at) => `row ${from + at}`),
      );
    expect(await rows('large.xlsx', { from: 19_999 })).toMatchObject({ total: 20_000, atLeast: false });
    expect(Math.max(...readers().map(peakMb))).toBeLessThan(704);
  });

  it('says what is wrong with a file that is damaged, encrypted, too large or a bomb', async () => {
    const good = bookOf({ A: [['a'], [1]] }, 'xlsx');
    const sentences = async (name: string, content: Uint8Array) => {
      put(name, content);
      return failure(name);
    };
    const damaged = [ErrorReason.UNREADABLE, 'This workbook is damaged.'];
    expect(await sentences('half.xlsx', good.subarray(0, good.length / 2))).toEqual(damaged);
    expect(await sentences('zip.xlsx', zipOf('a.txt', Buffer.from('no workbook'), 11))).toEqual(damaged);
    expect(
      await sentences('ole.xls', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])),
    ).toEqual(damaged);
    expect(await sentences('text.xlsx', Buffer.from('a,b\n1,2\n'))).toEqual([
      ErrorReason.UNREADABLE,
      'This file is not a workbook.',
    ]);
    expect(await sentences('short.xls', Buffer.from('a'))).toEqual([
      ErrorReason.UNREADABLE,
      'This file is not a workbook.',
    ]);
    expect(await sentences('none.xlsx', Buffer.alloc(0))).toEqual([
      ErrorReason.UNREADABLE,
      'There is nothing in this file.',
    ]);
    const tooLarge = [ErrorReason.UNREADABLE, 'This workbook is too large to be shown here.'];
    const zeros = Buffer.alloc(400 * 1024 * 1024, 0x20);
    for (const claimed of [zeros.length, 100])
      expect(await sentences('bomb.xlsx', zipOf('xl/worksheets/sheet1.xml', zeros, claimed))).toEqual(tooLarge);
    expect(await sentences('huge.xlsx', Buffer.alloc(51 * 1024 * 1024, 0x50))).toEqual([
      ErrorReason.UNREADABLE,
      'Workbooks of more than 50 MB are not shown here.',
    ]);
    put('good.csv', 'a\n1\n');
    expect(await cells('good.csv')).toEqual([['1']]);
  });
});
