/** S11: credentials planted in every input appear in no output, even while the database fails. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminUrlOptions } from '@zo/db';
import { eventually } from '@zo/testing';
import { Client } from 'pg';
import { adminUrlAt } from '@zo/embedded-postgres';
import { Canaries } from './canaries.js';
import { type FakeProvider, startFakeProvider } from './fake-provider.js';
import { Person, type Product, startProduct } from './product.js';
import { CredentialSender } from './credential-sender.js';

const PLANTED = 50;
let product: Product;
let provider: FakeProvider;
let ada: Person;
let admin: Client;
const canaries = new Canaries();
let sender: CredentialSender;

beforeAll(async () => {
  provider = await startFakeProvider();
  product = await startProduct({ environment: { ZO_LOG_LEVEL: 'debug' } });
  ada = await Person.claim(product);
  sender = new CredentialSender(canaries, { product, person: ada, provider });
  admin = new Client(adminUrlOptions(adminUrlAt(join(product.data, 'postgres'))));
  await admin.connect();
});
afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await provider?.stop();
});

/** Cuts every database connection while secrets are being written. */
async function failing(): Promise<void> {
  let failed = 0;
  const cut = () =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename like 'zo\\_%' and pid <> pg_backend_pid() and usename <> current_user`,
    );
  await eventually(async () => {
    const sent = Array.from({ length: 6 }, (_, n) => [
      sender.send('/api/models/providers', {
        body: {
          kind: 'openai',
          label: 'mine',
          base_url: provider.url,
          api_key: canaries.plant(`key as the database fails ${n}`, 'sk-'),
          models: ['m'],
        },
      }),
      sender.send('/api/auth/password', {
        body: {
          current: canaries.plant(`password as the database fails ${n}`),
          next: canaries.plant(`next password as the database fails ${n}`),
        },
      }),
    ]).flat();
    const ended = Promise.all(sent);
    for (let n = 0; n < 8; n++) await cut();
    failed += (await ended).filter((status) => status >= 500).length;
    return failed > 0;
  });
}

/** All rows of all tables as text. */
async function dump(): Promise<string> {
  const { rows } = await admin.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables
     where schemaname !~ '^pg_' and schemaname <> 'information_schema'`,
  );
  const parts: string[] = [];
  for (const { table } of rows)
    parts.push(
      ...(await admin.query<{ row: string }>(`select t::text as row from ${table} t`)).rows.map(({ row }) => row),
    );
  return parts.join('\n');
}

/** Files of the installation except its secrets and the database, which is checked separately. */
function files(folder: string): string {
  const below = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return below.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

/** The environment of every process in the computer, as the user can read it. */
async function environment(): Promise<string> {
  const body = {
    model: 'zo/helper',
    text: 'run env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"',
  };
  return (await ada.post('/api/conversations/new/messages/stream', body)).text();
}

const FOLDERS = ['logs', 'objects', 'cache', 'homes'];

async function sweep(): Promise<Record<string, string>> {
  const folders = FOLDERS.map((name) => [name, files(join(product.data, name))]);
  return {
    'the log': product.output(),
    'a table': await dump(),
    'an answer': sender.answers.join('\n'),
    'the computer': await environment(),
    ...Object.fromEntries(folders),
  };
}

/** Plants a canary in each forbidden place except the output of the product, which a test cannot write to. */
async function leave(canary: string): Promise<void> {
  await admin.query(`create table public.left_behind as select '${canary}' as text`);
  await sender.send('/api/conversations', { body: { title: canary } });
  await (
    await ada.post('/api/conversations/new/messages/stream', {
      model: 'zo/helper',
      text: `run LEFT=${canary} setsid sleep 60 >/dev/null 2>&1 &`,
    })
  ).text();
  for (const name of FOLDERS) writeFileSync(join(product.data, name, 'left-behind'), canary);
}

it(`S11 none of ${PLANTED} and more canaries is found in logs, errors, tables, the event log, objects or the computer`, async () => {
  await sender.passwords();
  await sender.modelKeys();
  await sender.tickets();
  await failing();
  // Secrets of the installation itself.
  const secrets = join(product.data, 'secrets');
  const own = readdirSync(secrets).filter((name) => name !== 'claim-token');
  const key = readFileSync(join(secrets, 'internal-token.pem'), 'utf8').split('\n')[1]!;
  canaries.add(key, 'signing key');
  canaries.add(readFileSync(join(secrets, 'provider-keys.key')).toString('base64'), 'key of keys');
  expect(own.length).toBeGreaterThanOrEqual(2);
  expect(canaries.size).toBeGreaterThanOrEqual(PLANTED);

  const places = await sweep();
  // Proves that the search works: these texts must be found.
  expect([
    places['the log']!.length > 1_000,
    places['a table']!.includes('ada@example.com'),
    sender.answers.length > 60,
    places['the computer']!.includes('PATH='),
  ]).toEqual([true, true, true, true]);
  expect(canaries.found(places)).toEqual([]);
  await leave(canaries.plant('left behind'));
  expect(canaries.found(await sweep())).toEqual(
    Object.keys(places)
      .filter((place) => place !== 'the log')
      .map((place) => `left behind: in ${place}`),
  );
  console.log(
    `S11: ${canaries.size} canaries, ${sender.answers.length} answers, ` +
      `${Object.values(places).reduce((sum, { length }) => sum + length, 0)} characters looked at`,
  );
});
