import { dirname } from 'node:path';
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
