import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compressors } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { zstdCompressSync } from 'node:zlib';
import { ErrorReason, FilterOperator } from '@zo/proto/agent/v1';
import { Agent } from './agent.js';
import { tabling } from './tabling.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const { file, put, rows, cells, failure } = tabling(() => agent);

const COUNT = 25_000;
const numbers = Array.from({ length: COUNT }, (_none, n) => n);

/** A file of several groups of rows. */
const written = (codec: 'SNAPPY' | 'ZSTD' | 'UNCOMPRESSED' = 'SNAPPY') =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: numbers.map(BigInt), type: 'INT64' },
        { name: 'name', data: numbers.map((n) => (n % 5 ? `name ${n}` : null)), type: 'STRING' },
        { name: 'amount', data: numbers.map((n) => n / 8), type: 'DOUBLE' },
        { name: 'day', data: numbers.map((n) => new Date(Date.UTC(2026, 0, 1 + (n % 28)))), type: 'TIMESTAMP' },
        { name: '__proto__', data: numbers.map((n) => n % 2 === 0), type: 'BOOLEAN' },
        { name: 'more', data: numbers.map((n) => ({ tags: ['a', n] })), type: 'JSON' },
      ],
      rowGroupSize: 10_000,
      codec,
      ...(codec === 'ZSTD' && {
        compressors: { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdCompressSync(bytes)) },
      }),
    }),
  );

describe('rows of Parquet files', () => {
  it('answers windows over groups of rows, with kinds of columns', async () => {
    put('a.parquet', written());
    const found = await rows('a.parquet', { from: 9_999, count: 2 });
    expect(found.rows.map(({ number, cells: row }) => [number, ...row.slice(0, 4), row[5]])).toEqual([
      [10_000, '9999', 'name 9999', '1249.875', '2026-01-04', '{"tags":["a",9999]}'],
      [10_001, '10000', '', '1250', '2026-01-05', '{"tags":["a",10000]}'],
    ]);
    expect([found.total, found.all, found.atLeast, found.columns.map(({ name }) => name)]).toEqual([
      COUNT,
      COUNT,
      false,
      ['id', 'name', 'amount', 'day', '__proto__', 'more'],
    ]);
    expect((await rows('a.parquet', { from: COUNT, count: 9 })).rows).toEqual([]);
    expect(await cells('a.parquet', { from: COUNT - 1, count: 9 })).toHaveLength(1);
  });

  it('sorts and filters all rows, which keep their numbers', async () => {
    put('sorted.parquet', written());
    const sorted = await rows('sorted.parquet', { count: 1, sort: { column: 2, descending: true } });
    expect(sorted.rows[0]).toMatchObject({ number: COUNT, cells: expect.arrayContaining([`name ${COUNT - 1}`]) });
    const filters = [{ column: -1, operator: FilterOperator.CONTAINS, value: 'NAME 1234' }];
    const { total, rows: matching } = await rows('sorted.parquet', { filters });
    expect([total, matching[0]?.number]).toEqual([9, 1_235]);
  });

  it('reads files that were packed with Zstandard, and plain ones', async () => {
    expect(Object.keys(compressors)).toContain('ZSTD');
    for (const codec of ['ZSTD', 'UNCOMPRESSED'] as const) {
      put(`${codec}.parquet`, written(codec));
      expect((await cells(`${codec}.parquet`, { from: 20_001, count: 1 }))[0]?.[1]).toBe('name 20001');
    }
  });

  it('says that a part is too large, instead of calling the file damaged', async () => {
    put('large.parquet', Buffer.from('PAR1'));
    // A part of 150 MB, without taking the room on the disk.
    fs.truncateSync(file('large.parquet'), 200_000_000);
    const ending = Buffer.from('....PAR1');
    ending.writeUInt32LE(150_000_000);
    fs.appendFileSync(file('large.parquet'), ending);
    expect(await failure('large.parquet')).toEqual([
      ErrorReason.UNREADABLE,
      expect.stringMatching(/over 128 MB.*Download the file/),
    ]);
  });

  it('refuses what is damaged, with a sentence, and stays', async () => {
    const whole = written();
    const damaged = whole.slice();
    damaged.fill(0xff, 100, 400_000);
    const footer = whole.slice();
    new DataView(footer.buffer).setUint32(footer.length - 8, 0xffff_ffff, true);
    for (const [name, bytes] of [
      ['cut.parquet', whole.subarray(0, whole.length - 50)],
      ['pages.parquet', damaged],
      ['footer.parquet', footer],
      ['text.parquet', Buffer.from('no table at all')],
      ['short.parquet', Buffer.from('PAR1')],
    ] as const) {
      put(name, bytes);
      const [reason, message] = await failure(name, { from: 0, count: 10 });
      expect([name, reason, message]).toEqual([name, ErrorReason.UNREADABLE, expect.stringMatching(/damaged/)]);
    }
    put('locked.parquet', Buffer.from('PAR1 secret PARE'));
    expect((await failure('locked.parquet'))[1]).toBe('This Parquet file is encrypted.');
    expect(agent.child.exitCode).toBeNull();
  });
});
