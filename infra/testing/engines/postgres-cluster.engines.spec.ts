/** A failover of Postgres keeps every confirmed commit, with the settings of the chart. */
import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { Client } from 'pg';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.js';

let cluster: PostgresCluster;
afterEach(() => cluster?.stop());

async function connect(): Promise<Client> {
  const client = new Client(cluster.url);
  // The connection ends with the server.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}
const waiting = async () => (await ask(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length;

it('D3 with the settings of the chart, a commit without a standby is not confirmed, and a confirmed one survives a failover', async () => {
  cluster = await startPostgresCluster();
  await ask('create table kept (n int)');
  await cluster.cut();
  let confirmed = false;
  const alone = ask('insert into kept values (1)').then(() => (confirmed = true));
  await eventually(async () => (await waiting()) === 1);
  expect(confirmed).toBe(false);
  await cluster.join();
  await alone;
  await ask('insert into kept values (2)');
  await cluster.killPrimary();
  await cluster.promote();
  expect(await ask('select n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  // The new primary needs a standby too.
  await cluster.cut();
  const next = ask('insert into kept values (3)');
  await eventually(async () => (await waiting()) === 1);
  await cluster.join();
  await next;
});

it('D3 without synchronous standbys, a failover to a standby that was behind loses confirmed commits', async () => {
  cluster = await startPostgresCluster('');
  await ask('create table kept (n int)');
  await ask('insert into kept values (1)');
  await cluster.join();
  await cluster.cut();
  await ask('insert into kept values (2)');
  await cluster.killPrimary();
  await cluster.promote();
  expect(await ask('select n from kept')).toEqual([{ n: 1 }]);
});
