import { expect, it } from '@jest/globals';
import { Client } from 'pg';
import { unreachablePort } from '@zo/testing/unreachable';
import { adminUrlOptions, Database } from './index.js';

it('D15 connecting to a database at an address that drops packets times out soon, with and without a pool', async () => {
  const nobody = await unreachablePort();
  const url = `postgres://zo_admin@127.0.0.1:${nobody.port}/zo`;
  const database = new Database({ service: 'files', url, entities: [], migrations: [] });
  await expect(database.open()).rejects.toThrow('no connection after');
  await expect(new Client(adminUrlOptions(url)).connect()).rejects.toThrow('no connection after');
  nobody.close();
});

it('D15 the password of an address is kept, also for a server behind a unix socket', () => {
  expect(adminUrlOptions('postgres://ada:s%40fe@localhost/zo?host=/run/postgres')).toMatchObject({
    user: 'ada',
    password: 's@fe',
    host: '/run/postgres',
  });
});
