import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Column, Entity, PrimaryColumn, VirtualColumn } from 'typeorm';
import { systemCtx } from '@zo/auth';
import { eventually } from '@zo/testing';
import { type TestDatabase, testDatabase } from '@zo/testing/database';
import { Database, findRow, findRows, repositoryOf } from './index.js';

@Entity({ name: 'parcels' })
class Parcel {
  @PrimaryColumn('int') readonly id!: number;
  @Column('text', { name: 'sent_to' }) readonly sentTo!: string;
  @Column('bigint', { transformer: { to: (value: unknown) => value, from: Number } }) readonly grams!: number;
  @Column('jsonb', { nullable: true }) readonly content!: unknown;
  @Column('text', { array: true }) readonly stamps!: string[];
  @Column('timestamptz', { name: 'sent_at', default: () => 'now()' }) readonly sentAt!: Date;
  @Column('text', { select: false }) readonly secret!: string;
  @VirtualColumn({ type: 'boolean', query: (parcel) => `${parcel}.grams > 1000` }) readonly isHeavy!: boolean;
}

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await testDatabase();
  database = new Database({ service: 'files', url: test.serviceUrl, entities: [Parcel], migrations: [] });
  await database.open();
  await database.dataSource.query(`create table parcels (id int primary key, sent_to text not null,
    grams bigint not null, content jsonb, stamps text[] not null, sent_at timestamptz not null default now(),
    secret text not null)`);
  await database.dataSource.query(`insert into parcels (id, sent_to, grams, content, stamps, secret) values
    (3, 'Oslo', 2000, '{"of": "books"}', '{red,blue}', 'x'), (1, 'Oslo', 5, null, '{}', 'x'),
    (2, 'Rome', 9007199254740991, null, '{red}', 'x')`);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const ctx = systemCtx(crypto.randomUUID());

it('D3 rows are found as TypeORM finds them', async () => {
  const [ours, theirs] = await database.read(ctx, async (tx) => [
    await findRows(tx, Parcel, { where: { sentTo: 'Oslo' }, order: ['id'] }),
    await repositoryOf(tx, Parcel).find({ where: { sentTo: 'Oslo' }, order: { id: 'asc' } }),
  ]);
  expect(ours.map(({ id }) => id)).toEqual([1, 3]);
  expect(ours).toEqual(theirs.map((row) => ({ ...row })));
});

it('D3 one row is found by several columns, and null if there is none', async () => {
  const found = await database.read(ctx, async (tx) => [
    await findRow(tx, Parcel, { where: { id: 2, sentTo: 'Rome' } }),
    await findRow(tx, Parcel, { where: { id: 2, sentTo: 'Oslo' } }),
    // The same statement with other values.
    await findRow(tx, Parcel, { where: { id: 1, sentTo: 'Oslo' } }),
  ]);
  expect(found.map((row) => row?.grams)).toEqual([Number.MAX_SAFE_INTEGER, undefined, 5]);
});

it('D3 a locked row waits for the transaction that holds it', async () => {
  const order: string[] = [];
  const where = { id: 1 };
  let second: Promise<unknown> | undefined;
  await database.tx(ctx, async (tx) => {
    await findRow(tx, Parcel, { where, isLocked: true });
    second = database.tx(ctx, async (other) => {
      await findRow(other, Parcel, { where, isLocked: true });
      order.push('second');
    });
    await eventually(async () => {
      const sql = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return ((await tx.tx.query(sql)) as unknown[]).length === 1;
    });
    order.push('first');
  });
  await second;
  expect(order).toEqual(['first', 'second']);
});

it('D3 rows are found only in a transaction', async () => {
  await expect(findRows(ctx, Parcel, { where: { id: 1 } })).rejects.toThrow('outside Database.tx');
});
