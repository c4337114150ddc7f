import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorReason, FilterOperator } from '@zo/proto/agent/v1';
import { eventually } from '@zo/testing/eventually';
import { Agent } from './agent.js';
import { tabling } from './tabling.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());
const { file, put, rows, cells, failure } = tabling(() => agent);

/** Makes a database and leaves it closed. */
function make(path: string, sql: string, fill: (db: DatabaseSync) => void = () => undefined): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  fill(db);
  db.close();
}

const FILTER = { column: 0, operator: FilterOperator.IS, value: '77777' };

describe('rows of SQLite', () => {
  it('tables and views are sheets, also with odd names and without row ids', async () => {
    make(
      file('odd.sqlite'),
      `CREATE TABLE "a ""quoted"" one" (rowid TEXT, "x,y");
       INSERT INTO "a ""quoted"" one" VALUES ('text', 1), (NULL, 2);
       CREATE TABLE keyed (k TEXT PRIMARY KEY, v) WITHOUT ROWID;
       INSERT INTO keyed VALUES ('b', 9223372036854775807), ('a', 1.5), ('c', x'0011');
       CREATE TABLE empty (a);
       CREATE VIEW totals AS SELECT count(*) AS n FROM keyed;
       CREATE TABLE log (a); CREATE TRIGGER t AFTER INSERT ON empty BEGIN INSERT INTO log VALUES (1); END;`,
    );
    const first = await rows('odd.sqlite');
    expect(first.sheets).toEqual(['a "quoted" one', 'empty', 'keyed', 'log', 'totals']);
    expect(first.columns.map(({ name }) => name)).toEqual(['rowid', 'x,y']);
    expect(first.rows.map((row) => row.cells)).toEqual([
      ['text', '1'],
      ['', '2'],
    ]);
    expect(await cells('odd.sqlite', { sheet: 'keyed' })).toEqual([
      ['a', '1.5'],
      ['b', '9223372036854775807'],
      ['c', '(2 bytes)'],
    ]);
    expect(await cells('odd.sqlite', { sheet: 'totals' })).toEqual([['3']]);
    expect(await rows('odd.sqlite', { sheet: 'empty' })).toMatchObject({ total: 0, columnCount: 1 });
    expect(await failure('odd.sqlite', { sheet: 'none' })).toEqual([ErrorReason.INVALID, 'There is no table “none”.']);
  });

  it('500 random windows, sorted and filtered ones too, are those of the table', async () => {
    make(file('large.db'), 'CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, price REAL)', (db) => {
      const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)');
      db.exec('BEGIN');
      // Row ids with gaps.
      for (let row = 0; row < 30_000; row++)
        insert.run(row * 7 + (row % 3), `name ${row}`, ((row * 7_919) % 30_000) / 4);
      db.exec('COMMIT');
    });
    let seed = 5;
    for (let window = 0; window < 500; window++) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      const from = seed % 30_000;
      const found = await rows('large.db', { from, count: 20 });
      const wanted = Array.from({ length: Math.min(20, 30_000 - from) }, (_none, at) => [
        from + at + 1,
        `name ${from + at}`,
      ]);
      expect(found.rows.map(({ number, cells: [, name] }) => [number, name])).toEqual(wanted);
    }
    expect(await rows('large.db', { from: 29_999 })).toMatchObject({ total: 30_000, atLeast: false });
    const sorted = await cells('large.db', { sort: { column: 2, descending: true }, count: 3, from: 10 });
    expect(sorted.map(([, , price]) => Number(price))).toEqual([29_989 / 4, 29_988 / 4, 29_987 / 4]);
    const filtered = await rows('large.db', {
      filters: [{ column: 1, operator: FilterOperator.CONTAINS, value: 'NAME 2999' }],
    });
    expect([filtered.total, filtered.rows[0]?.number]).toEqual([11, 3_000]);
  });

  it('row ids that no double can hold lead to their rows, sorted and filtered', async () => {
    make(file('ids.db'), 'CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, price REAL)', (db) => {
      const insert = db.prepare('INSERT INTO t VALUES (?, ?, ?)');
      db.exec('BEGIN');
      for (let row = 0; row < 3_000; row++)
        insert.run((row < 1_500 ? -1n : 1n) * 2n ** 62n + BigInt(row) * 7n, `name ${row}`, (row * 7_919) % 3_000);
      db.exec('COMMIT');
    });
    const sorted = await rows('ids.db', { sort: { column: 2, descending: true }, count: 1_000, from: 1_000 });
    expect(sorted.rows.map(({ cells: [, , price] }) => Number(price))).toEqual(
      Array.from({ length: 1_000 }, (_none, at) => 1_999 - at),
    );
    expect(sorted.rows.every(({ number, cells: [, name] }) => name === `name ${number - 1}`)).toBe(true);
    const found = await rows('ids.db', { filters: [{ column: 1, operator: FilterOperator.IS, value: 'name 2042' }] });
    const id = String(2n ** 62n + 2_042n * 7n);
    expect(found.rows.map(({ number, cells: row }) => [number, ...row.slice(0, 2)])).toEqual([
      [2_043, id, 'name 2042'],
    ]);
    const sameId = await cells('ids.db', { filters: [{ column: 0, operator: FilterOperator.IS, value: id }] });
    expect(sameId).toEqual([[id, 'name 2042', expect.any(String)]]);
  });

  it('rows that a program has written, but not yet moved into the file, are there', async () => {
    const db = new DatabaseSync(file('live.db'));
    db.exec('PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    expect(fs.statSync(file('live.db-wal')).size).toBeGreaterThan(0);
    const before = await rows('live.db');
    expect(before.rows.map((row) => row.cells)).toEqual([['1']]);
    db.exec('INSERT INTO t VALUES (2)');
    expect(await failure('live.db', { etag: before.etag })).toEqual([ErrorReason.STALE_BASE, '"live.db" has changed.']);
    expect(await cells('live.db')).toEqual([['1'], ['2']]);
    db.close();
    expect(await cells('live.db')).toEqual([['1'], ['2']]);
  });

  it('answers queries that read, and refuses all others', async () => {
    make(file('query.db'), "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, 'x')");
    const before = fs.readFileSync(file('query.db'));
    const query = 'SELECT b, count(*) AS n, b FROM t GROUP BY b ORDER BY n DESC';
    const found = await rows('query.db', { query });
    expect(found.columns.map(({ name }) => name)).toEqual(['b', 'n', 'b']);
    expect(found.rows.map((row) => row.cells)).toEqual([
      ['x', '2', 'x'],
      ['y', '1', 'y'],
    ]);
    const sorted = { query: 'WITH c AS (SELECT a FROM t) SELECT a FROM c', sort: { column: 0, descending: true } };
    expect(await cells('query.db', sorted)).toEqual([['3'], ['2'], ['1']]);
    const other = file('other.db');
    for (const refused of [
      `ATTACH '${other}' AS other`,
      "PRAGMA journal_mode = 'wal'",
      'SELECT * FROM pragma_database_list',
      'INSERT INTO t VALUES (1, 2)',
      'DELETE FROM t',
      'CREATE TEMP TABLE x (a)',
      `VACUUM INTO '${other}'`,
      'BEGIN',
      'SELECT load_extension(1)',
    ])
      expect([refused, ...(await failure('query.db', { query: refused }))]).toEqual([
        refused,
        ErrorReason.INVALID,
        'Only statements that read are run here, such as SELECT.',
      ]);
    expect(await failure('query.db', { query: 'SELECT missing FROM t' })).toEqual([
      ErrorReason.INVALID,
      'The query cannot be run: no such column: missing.',
    ]);
    expect([fs.existsSync(other), fs.readFileSync(file('query.db')).equals(before)]).toEqual([false, true]);
  });

  it('a query is answered while another one, or the count of its table, goes on', async () => {
    make(
      file('busy.db'),
      `CREATE TABLE t (a); INSERT INTO t
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT i FROM n`,
    );
    // Nothing is counted yet when the first query is run.
    const opened = rows('busy.db', { count: 1 });
    const first = failure('busy.db', { query: 'SELECT a FROM t' });
    expect((await opened).rows).toHaveLength(1);
    expect(await cells('busy.db', { query: 'SELECT 1' })).toEqual([['1']]);
    expect(await first).toEqual([ErrorReason.INVALID, 'Another query was run.']);
    // Nor are the rows of a result, when the next one is run.
    for (const query of ['SELECT a AS x FROM t', 'SELECT a AS y FROM t', 'SELECT a AS z FROM t'])
      expect((await rows('busy.db', { query })).rows[99]?.cells).toEqual(['100']);
    expect(await rows('busy.db', { query: 'SELECT a AS z FROM t', from: 199_999 })).toMatchObject({ total: 200_000 });
  });

  it('viewers do not end the queries and the orders of one another, only their own', async () => {
    make(
      file('shared.db'),
      `CREATE TABLE t (a); INSERT INTO t
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000) SELECT i FROM n`,
    );
    const [one, other] = [{ viewer: 'one' }, { viewer: 'other' }];
    const left = failure('shared.db', { ...one, query: 'SELECT a FROM t' });
    const [mine, theirs] = await Promise.all([
      cells('shared.db', { ...one, query: 'SELECT a AS x FROM t LIMIT 150000' }),
      cells('shared.db', { ...other, query: 'SELECT a AS y FROM t LIMIT 150000', from: 100_000 }),
    ]);
    expect([mine[0], theirs[0], await left]).toEqual([
      ['1'],
      ['100001'],
      [ErrorReason.INVALID, 'Another query was run.'],
    ]);
    const [down, up] = await Promise.all([
      cells('shared.db', { ...one, sort: { column: 0, descending: true } }),
      cells('shared.db', { ...other, sort: { column: 0, descending: false } }),
    ]);
    expect([down[0], up[0]]).toEqual([['200000'], ['1']]);
    const before = failure('shared.db', { ...one, sort: { column: 0, descending: false }, filters: [FILTER] });
    expect(await cells('shared.db', { ...one, filters: [FILTER] })).toEqual([['77777']]);
    expect(await before).toEqual([ErrorReason.INVALID, 'Another filter or order was asked for.']);
  });

  it('refuses an id of a viewer that is too long', async () => {
    make(file('viewed.db'), 'CREATE TABLE t (a)');
    const reason = 'The id of the viewer is too long.';
    expect(await failure('viewed.db', { viewer: 'x'.repeat(65) })).toEqual([ErrorReason.INVALID, reason]);
  });

  it('says what is wrong with a file that is damaged or no database', async () => {
    put('text.db', 'this is not a database'.repeat(100));
    expect(await failure('text.db')).toEqual([
      ErrorReason.UNREADABLE,
      'This file is not an SQLite database, or it is encrypted.',
    ]);
    put('empty.db', '');
    expect(await failure('empty.db')).toEqual([ErrorReason.UNREADABLE, 'This database has no tables.']);
    make(file('damaged.db'), 'CREATE TABLE t (a)', (db) => {
      const insert = db.prepare('INSERT INTO t VALUES (?)');
      db.exec('BEGIN');
      for (let row = 0; row < 5_000; row++) insert.run(`row ${row}`);
      db.exec('COMMIT');
    });
    const whole = fs.readFileSync(file('damaged.db'));
    whole.fill(0xa5, 4_096);
    put('damaged.db', whole);
    expect(await failure('damaged.db')).toEqual([ErrorReason.UNREADABLE, 'This database is damaged.']);
    put('damaged.db', whole.subarray(0, 5_000));
    expect((await failure('damaged.db'))[0]).toBe(ErrorReason.UNREADABLE);
    put('good.csv', 'a\n1\n');
    expect(await cells('good.csv')).toEqual([['1']]);
  });
});

describe('a query that takes all the time that there is', () => {
  let hurried: Agent;
  beforeAll(async () => {
    hurried = await Agent.start({ env: { ZO_TABLE_MS: '5000' } });
  });
  afterAll(() => hurried.stop());

  it('is ended, like one with a huge result, and the next one is answered', async () => {
    const tables = tabling(() => hurried);
    make(tables.file('endless.db'), 'CREATE TABLE t (a)');
    const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT';
    // Which limit is reached first depends on the machine.
    const limits = /took too long|more memory|more than 1,048,576 rows|too large/;
    for (const query of [`${endless} count(*) FROM n`, 'SELECT zeroblob(900000000)', `${endless} i FROM n`])
      expect((await tables.failure('endless.db', { query }))[1]).toMatch(limits);
    // A busy machine may need more than the five seconds to start the reader anew.
    expect(await eventually(() => tables.cells('endless.db'))).toEqual([]);
  });
});
