/** S11: what proves who somebody is, planted everywhere it can go in, is found nowhere it could come out, whatever fails meanwhile. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminUrlOptions } from '@zo/shared/db';
import { eventually } from '@zo/shared/testing';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import { adminUrlAt } from '../postgres/postgres.js';
import { type FakeProvider, startFakeProvider } from './fake-provider.js';
import { Person, type Product, startProduct } from './product.js';

const PLANTED = 50;
let product: Product;
let provider: FakeProvider;
let ada: Person;
let admin: Client;
/** Where each was planted, by what was planted. */
const canaries = new Map<string, string>();
/** Bodies of all answers but the one that hands a ticket out. */
const answers: string[] = [];

function plant(where: string, prefix = ''): string {
  const canary = `${prefix}${crypto.randomUUID().replaceAll('-', '')}${canaries.size}`;
  canaries.set(canary, where);
  return canary;
}

beforeAll(async () => {
  provider = await startFakeProvider();
  product = await startProduct({ environment: { ZO_LOG_LEVEL: 'debug' } });
  ada = await Person.claim(product);
  admin = new Client(adminUrlOptions(adminUrlAt(join(product.data, 'postgres'))));
  await admin.connect();
}, 120_000);
afterAll(async () => {
  await admin?.end();
  await product?.stop();
  await provider?.stop();
});

/** Sends something and keeps what comes back. */
async function send(path: string, { method = 'POST', headers = {}, body, cookie = ada.cookie }: { method?: string; headers?: Record<string, string>; body?: unknown; cookie?: string } = {}): Promise<number> {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(product.url + path, { method, headers: { cookie, 'content-type': 'application/json', ...headers }, body: method === 'GET' ? undefined : content });
  answers.push(await answer.text());
  return answer.status;
}

const account = (password: string, more: object = {}) => ({ email: `${crypto.randomUUID()}@example.com`, password, handle: '', ...more });

/** Right ones, wrong ones, and those in bodies that cannot be read. */
async function passwords(): Promise<void> {
  await send('/api/auth/sign-up', { body: account(plant('password of a sign-up without an invitation')) });
  await send('/api/auth/sign-up', { body: account(plant('password of a sign-up with a bad invitation'), { invitation: 'none' }) });
  await send('/api/auth/sign-up', { body: account(plant('password beside a fault'), { handle: 7 }) });
  await send('/api/auth/sign-up', { body: { ...account(''), password: [plant('password in a list')] } });
  await send('/api/auth/sign-in', { body: { email: 'ada@example.com', password: plant('wrong password') } });
  await send('/api/auth/sign-in', { body: { email: 'nobody@example.com', password: plant('password of nobody') } });
  await send('/api/auth/sign-in', { body: `{"email":"ada@example.com","password":"${plant('password in broken JSON')}"` });
  await send('/api/auth/sign-in', { body: { email: plant('password typed as the e-mail'), password: 'x' } });
  await send(`/api/auth/sign-in?password=${plant('password in an address')}`, { body: {} });
  await send('/api/auth/claim', { body: account(plant('password of a second claim'), { token: plant('claim token, wrong') }) });
  expect(await send('/api/auth/password', { body: { current: plant('wrong current password'), next: plant('next password, refused') } })).toBeGreaterThanOrEqual(400);
  const next = plant('new password');
  expect(await send('/api/auth/password', { body: { current: 'correct horse', next } })).toBe(204);
  expect(await send('/api/auth/password', { body: { current: next, next: 'correct horse' } })).toBe(204);
}

/** Of a provider that says yes, one that repeats the key as it says no, and none at all. */
async function modelKeys(): Promise<void> {
  const at = (kind: string, api_key: string, more: object = {}) => ({ kind, label: 'mine', base_url: provider.url, api_key, models: ['m'], ...more });
  const repeats = (status: number, key: string) => provider.script((answer) => answer.status(status, {}, { error: { message: `what is ${key}?` } }));
  for (const status of [400, 401, 403, 404, 422, 429, 500]) {
    const key = plant(`key of a provider that answers ${status}`, 'sk-');
    repeats(status, key);
    const { id } = await ada.json<{ id: string }>('/api/models/providers', at('openai-compatible', key));
    await send('/api/conversations/new/messages/stream', { body: { text: 'hello', model: `${id}:m` } });
    await send('/api/models/providers/test', { body: { kind: 'openai-compatible', base_url: provider.url, id, model: 'm' } });
    await send(`/api/models/providers/${id}`, { method: 'PATCH', body: { api_key: plant(`key changed after ${status}`, 'sk-') } });
    await send('/api/models/providers', { method: 'GET' });
  }
  for (const kind of ['anthropic', 'google', 'xai', 'openai']) {
    const key = plant(`key of ${kind}`, 'sk-');
    repeats(400, key);
    await send('/api/models/providers/test', { body: { kind, base_url: provider.url, api_key: key, model: 'm' } });
  }
  await send('/api/models/providers/test', { body: { kind: 'openai', base_url: 'http://127.0.0.1:1', api_key: plant('key for an address where nobody is', 'sk-') } });
  await send('/api/models/providers', { body: at('openai', plant('key beside a fault', 'sk-'), { models: 7 }) });
  await send('/api/models/providers', { body: at('openai', plant('key of an address with a password', 'sk-'), { base_url: `http://ada:${plant('password in an address of a provider')}@127.0.0.1:1` }) });
}

/** Of people who are let in, and of others who say they were. */
async function tickets(): Promise<void> {
  for (const where of ['cookie', 'cookie, signed out']) {
    const person = await Person.signIn(product, 'ada');
    canaries.set(person.cookie.split('=')[1]!, where);
    await send('/api/auth/me', { method: 'GET', cookie: person.cookie });
    if (where !== 'cookie') await send('/api/auth/sign-out', { cookie: person.cookie, body: {} });
  }
  for (const path of ['/api/auth/me', '/api/conversations', '/api/nothing', '/nothing']) await send(path, { method: 'GET', cookie: `sid=${plant(`made-up cookie for ${path}`)}` });
  for (const header of ['authorization', 'x-internal-token', 'x-api-key']) await send('/api/auth/me', { method: 'GET', headers: { [header]: `Bearer ${plant(`header ${header}`)}` } });
  for (const path of ['/api/files/list', '/api/file/none', '/api/conversations', '/app']) await send(`${path}?token=${plant(`token in the address of ${path}`)}`, { method: 'GET' });
  for (const use of ['used', 'unused', 'used twice', 'used elsewhere']) {
    const { token } = await ada.json<{ token: string }>('/api/tokens/wss-nonce', {});
    canaries.set(token, `ticket, ${use}`);
    const knock = (path: string) => new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`${product.url.replace('http', 'ws')}${path}?nonce=${token}`, { origin: product.url, headers: { cookie: ada.cookie } });
      socket.on('open', () => (resolve(true), socket.close())).on('error', () => resolve(false));
    });
    if (use !== 'unused') expect(await knock(use === 'used elsewhere' ? '/api/nothing' : '/api/ws')).toBe(use !== 'used elsewhere');
    if (use === 'used twice') expect(await knock('/api/ws')).toBe(false);
  }
}

/** The database loses every connection while secrets are on their way into it. */
async function failing(): Promise<void> {
  let failed = 0;
  const cut = () => admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename like 'zo\\_%' and pid <> pg_backend_pid() and usename <> current_user`);
  await eventually(async () => {
    const sent = Array.from({ length: 6 }, (_, n) => [
      send('/api/models/providers', { body: { kind: 'openai', label: 'mine', base_url: provider.url, api_key: plant(`key as the database fails ${n}`, 'sk-'), models: ['m'] } }),
      send('/api/auth/password', { body: { current: plant(`password as the database fails ${n}`), next: plant(`next password as the database fails ${n}`) } }),
    ]).flat();
    const ended = Promise.all(sent);
    for (let n = 0; n < 8; n++) await cut();
    failed += (await ended).filter((status) => status >= 500).length;
    return failed > 0;
  }, 60_000);
}

/** All rows of all tables, as text. */
async function dump(): Promise<string> {
  const { rows } = await admin.query<{ table: string }>(`select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname !~ '^pg_' and schemaname <> 'information_schema'`);
  const parts: string[] = [];
  for (const { table } of rows) parts.push(...(await admin.query<{ row: string }>(`select t::text as row from ${table} t`)).rows.map(({ row }) => row));
  return parts.join('\n');
}

/** Files of the installation but its secrets and the database, which is looked at by itself. */
function files(folder: string): string {
  const below = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return below.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

/** What a person finds in their computer: the environment of everything that runs there. */
async function environment(): Promise<string> {
  const body = { model: 'zo/helper', text: 'run env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"' };
  return (await ada.post('/api/conversations/new/messages/stream', body)).text();
}

it(`S11 of ${PLANTED} and more canaries none is found in logs, errors, tables, the event log, objects or the computer`, async () => {
  await passwords();
  await modelKeys();
  await tickets();
  await failing();
  const inside = await environment();
  expect(inside).toContain('PATH=');
  // What the installation itself knows.
  const secrets = join(product.data, 'secrets');
  const own = readdirSync(secrets).filter((name) => name !== 'claim-token');
  const key = readFileSync(join(secrets, 'internal-token.pem'), 'utf8').split('\n')[1]!;
  canaries.set(key, 'signing key').set(readFileSync(join(secrets, 'provider-keys.key')).toString('base64'), 'key of keys');
  expect(own.length).toBeGreaterThanOrEqual(2);
  expect(canaries.size).toBeGreaterThanOrEqual(PLANTED);

  const places: Record<string, string> = { 'the log': product.output(), 'a table': await dump(), 'an answer': answers.join('\n'), 'the computer': inside };
  for (const name of ['logs', 'objects', 'cache', 'homes']) places[name] = files(join(product.data, name));
  // Proof that looking finds: these stand where they should.
  expect([places['the log']!.length > 1_000, places['a table']!.includes('ada@example.com'), answers.length > 60]).toEqual([true, true, true]);
  const found: string[] = [];
  for (const [canary, where] of canaries) {
    const forms = [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64').replace(/=+$/, '')];
    for (const [place, text] of Object.entries(places)) if (forms.some((form) => text.includes(form))) found.push(`${where}: in ${place}`);
  }
  // Tokens between services, whoever they are for.
  for (const [place, text] of Object.entries(places)) if (/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/.test(text)) found.push(`a token between services: in ${place}`);
  expect(found).toEqual([]);
  console.log(`S11: ${canaries.size} canaries, ${answers.length} answers, ${Object.values(places).reduce((sum, { length }) => sum + length, 0)} characters looked at`);
}, 180_000);
