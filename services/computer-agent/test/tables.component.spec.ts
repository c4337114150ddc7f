import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorReason, FilterOperator } from '@zo/proto/agent/v1';
import { Agent, until } from './agent.js';
import { type Asked, peakMb, tabling } from './tabling.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const { put, rows, cells, failure, readers } = tabling(() => agent);

describe('rows of tables', () => {
  it('answers windows, sorted and filtered, by a process for each file, at most two of them', async () => {
    for (const name of ['a.csv', 'b.csv', 'c.csv']) put(name, `id,name\n1,${name}\n2,two\n3,three\n`);
    const first = await rows('a.csv');
    expect(first).toMatchObject({ total: 3, all: 3, columnCount: 2 });
    expect(first.rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, '1', 'a.csv'],
      [2, '2', 'two'],
      [3, '3', 'three'],
    ]);
    const sorted = await rows('a.csv', {
      sort: { column: 0, descending: true },
      filters: [{ column: 1, operator: FilterOperator.CONTAINS, value: 'T' }],
    });
    expect(sorted.rows.map(({ number }) => number)).toEqual([3, 2]);
    await rows('b.csv');
    await rows('c.csv');
    await until(readers, (pids) => pids.length === 2);
    expect((await rows('a.csv')).rows).toHaveLength(3);
  });

  it('reads a file anew when it has changed, and refuses windows of its earlier state', async () => {
    put('changing.csv', 'a\n1\n');
    const { etag } = await rows('changing.csv');
    expect((await rows('changing.csv', { etag })).etag).toBe(etag);
    put('changing.csv', 'a\n1\n2\n');
    expect(await failure('changing.csv', { etag })).toEqual([ErrorReason.STALE_BASE, '"changing.csv" has changed.']);
    const now = await rows('changing.csv');
    expect([now.total, now.etag === etag]).toEqual([2, false]);
  });

  it('FV-01 reads lists of records in JSON as sheets, and its lines where records are not asked for', async () => {
    const records = true;
    put('one.json', '\uFEFF[{"id": 12345678901234567890, "of": {"a": 1.10}}, {"id": 2, "b": null, "c": "x"}]');
    const one = await rows('one.json', { records });
    expect(one).toMatchObject({ total: 2, sheets: [] });
    expect(one.columns.map(({ name }) => name)).toEqual(['id', 'of', 'b', 'c']);
    expect(one.rows.map((row) => row.cells)).toEqual([
      ['12345678901234567890', '{"a":1.10}', '', ''],
      ['2', '', '', 'x'],
    ]);
    expect(await cells('one.json')).toHaveLength(1);
    put('two.json', '{"first": [{"n": 9}, {"n": 10}], "second": [{"m": "y"}]}');
    expect((await rows('two.json', { records })).sheets).toEqual(['first', 'second']);
    expect(await cells('two.json', { records, sheet: 'second' })).toEqual([['y']]);
    const down = { records, sort: { column: 0, descending: true } };
    expect(await cells('two.json', down)).toEqual([['10'], ['9']]);
    for (const [name, content, sentence] of [
      ['settings.json', '{"a": [{"b": 1}], "c": 2}', 'This JSON has no list of records, so it is no table.'],
      ['numbers.json', '[1, 2.50]', 'This JSON has no list of records, so it is no table.'],
      ['broken.json', '[{"a": 1}', 'This file is no valid JSON.'],
      ['empty.json', '', 'This file is no valid JSON.'],
    ] as const) {
      put(name, content);
      expect(await failure(name, { records })).toEqual([ErrorReason.UNREADABLE, sentence]);
    }
  });

  it('refuses what cannot be asked for, with a sentence', async () => {
    put('a.csv', 'a\n1\n');
    put('a.txt', 'a\n1\n');
    put('binary.csv', new Uint8Array(100));
    put('film.mp4', new Uint8Array(100));
    fs.mkdirSync(join(agent.workspace, 'folder.csv'));
    fs.symlinkSync('/etc/passwd', join(agent.workspace, 'link.csv'));
    execFileSync('mkfifo', [join(agent.workspace, 'fifo.csv')]);
    const cases: [string, Asked, ErrorReason, string][] = [
      ['a.csv', { from: -1 }, ErrorReason.INVALID, 'The first row must be a whole number from 0.'],
      ['a.csv', { count: 1_001 }, ErrorReason.INVALID, 'At most 1,000 rows can be read at once.'],
      ['a.csv', { sheet: 'other' }, ErrorReason.INVALID, 'This file has one table only.'],
      ['a.csv', { sort: { column: 9 } }, ErrorReason.INVALID, 'There is no such column.'],
      ['a.csv', { filters: [{ column: 0 }] }, ErrorReason.INVALID, 'A filter needs a column and an operator.'],
      ['a.txt', { sheet: 'other' }, ErrorReason.INVALID, 'This file has one table only.'],
      ['film.mp4', {}, ErrorReason.UNREADABLE, 'This file is not text, so it has no rows.'],
      ['gone.csv', {}, ErrorReason.NOT_FOUND, 'File not found: gone.csv'],
      ['folder.csv', {}, ErrorReason.IS_FOLDER, '"folder.csv" is a folder.'],
      ['fifo.csv', {}, ErrorReason.NOT_REGULAR_FILE, '"fifo.csv" is not a regular file.'],
      ['link.csv', {}, ErrorReason.LINK_OUTSIDE, 'leads out of your files'],
      ['binary.csv', {}, ErrorReason.UNREADABLE, 'This file is not text, so it has no rows.'],
    ];
    for (const [name, request, reason, message] of cases)
      expect([name, ...(await failure(name, request))]).toEqual([name, reason, expect.stringContaining(message)]);
  });

  it('reads any other text in lines: empty ones count, long ones are cut, a filter finds them', async () => {
    put('a.log', `\uFEFFfirst\r\n\n\n"quoted, {"a":1}\n${'x'.repeat(2 ** 21)}\nlast`);
    const found = await until(
      () => rows('a.log'),
      ({ atLeast }) => !atLeast,
    );
    expect(found.rows.map(({ number, cells: [line] }) => [number, line!.slice(0, 20)])).toEqual([
      [1, 'first'],
      [2, ''],
      [3, ''],
      [4, '"quoted, {"a":1}'],
      [5, 'x'.repeat(20)],
      [6, 'last'],
    ]);
    expect([found.columns.length, found.all, found.rows[4]?.cells[0]?.endsWith('x…')]).toEqual([1, 6, true]);
    const filters = [{ column: 0, operator: FilterOperator.CONTAINS, value: 'A"' }];
    expect((await rows('a.log', { filters })).rows.map(({ number }) => number)).toEqual([4]);
    put('latin.txt', Buffer.from('Stra\xdfe\nGr\xfc\xdfe\n', 'latin1'));
    expect(await cells('latin.txt')).toEqual([['Straße'], ['Grüße']]);
  });

  it('finds any line of many', async () => {
    put('many.txt', Array.from({ length: 100_000 }, (_none, n) => (n % 3 ? `line ${n + 1}\n` : '\n')).join(''));
    await until(
      () => rows('many.txt', { count: 0 }),
      ({ atLeast }) => !atLeast,
    );
    for (const from of [0, 1, 255, 256, 777, 50_000, 99_999]) {
      const [row] = (await rows('many.txt', { from, count: 1 })).rows;
      expect([row?.number, row?.cells]).toEqual([from + 1, [from % 3 ? `line ${from + 1}` : '']]);
    }
  });

  it('goes on when a reader is killed', async () => {
    put('killed.csv', 'a\n1\n');
    await rows('killed.csv');
    for (const pid of readers()) process.kill(Number(pid), 'SIGKILL');
    await until(readers, (pids) => pids.length === 0);
    expect((await rows('killed.csv')).total).toBe(1);
  });

  it('an open quote in 200 MB and a row of 200 MB need little memory', async () => {
    for (const [name, unit] of [
      ['quote.csv', 'x,y\n'],
      ['line.csv', 'x,y;'],
    ] as const) {
      const file = fs.openSync(join(agent.workspace, name), 'w');
      fs.writeSync(file, 'a,b\n1,2\n"open,');
      const block = unit.repeat(2 ** 18);
      for (let written = 0; written < 200; written++) fs.writeSync(file, block);
      fs.closeSync(file);
      const found = await until(
        () => rows(name, { from: 0, count: 3 }),
        ({ atLeast }) => !atLeast,
      );
      expect(found.rows[1]?.cells[0]).toMatch(/^"open$/);
      expect(found.note).toContain('quotes are shown as text');
      expect(Math.max(...readers().map(peakMb))).toBeLessThan(192);
      fs.rmSync(join(agent.workspace, name));
    }
  });

  it('answers less than 1 MiB, whatever is in the cells', async () => {
    put('large.csv', `a\n${`${'天'.repeat(5_000)}\n`.repeat(1_000)}`);
    const found = await rows('large.csv', { count: 1_000 });
    const bytes = found.rows.reduce((sum, { cells }) => sum + Buffer.byteLength(cells.join('')), 0);
    expect(bytes).toBeLessThan(2 ** 20);
    expect(found.rows.length).toBeGreaterThan(10);
    expect(found.rows[0]?.cells[0]).toHaveLength(4_096);
  });
});
