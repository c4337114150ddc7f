import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { eventually } from '@zo/testing';
import { checkout, Person, processesOf, type Product, startProduct } from '../../testing/product/product.js';

let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
});

afterAll(async () => {
  await product.stop();
});

const write = (name: string, content: string) =>
  ada.json('/api/files/write', { root: 'w', path: [name], content, base: { any: true } });
const read = async (name: string) =>
  (await ada.json<{ fileContent: string }>('/api/read-fs', { root: 'w', slug: [name] })).fileContent;
const health = () => fetch(`${product.url}/api/health`).then((answer) => answer.json() as Promise<{ status: string }>);

/** A client of a terminal: everything that was printed, and a way to type. */
async function attach(id: string, from = 0) {
  const socket = new WebSocket(await ada.socketUrl(`/api/terminals/${id}/attach?from=${from}`), {
    origin: product.url,
    headers: { cookie: ada.cookie },
  });
  const seen = { text: '', open: true };
  socket.on('message', (data, binary) => (seen.text += binary ? String(data) : ''));
  socket.on('close', () => (seen.open = false));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    seen,
    type: (text: string) => socket.send(Buffer.from(text), { binary: true }),
    close: () => socket.close(),
  };
}

describe('npm start', () => {
  it('AU-02 prints one link and the data folder', () => {
    expect(product.output()).toContain(`http://localhost:${product.port}/claim#token=`);
    expect(product.output()).toContain(product.data);
  });

  it('AU-02 a second start on the same data is refused in one line', () => {
    const other = spawnSync(process.execPath, [join(checkout, 'infra/apps/launcher/start.mjs')], {
      env: { ...process.env, ZO_DATA: product.data, PORT: '4999', NODE_OPTIONS: '', ZO_PREBUILT: '1' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(other.status).toBe(1);
    expect(other.stderr.trim().split('\n')).toHaveLength(1);
    expect(other.stderr).toContain('is in use by process');
  });

  it('AU-02 a port that is in use or invalid is reported in one line', () => {
    for (const [PORT, words] of [
      [String(product.port), 'is in use'],
      ['many', 'PORT has to be a number'],
    ] as const) {
      const other = spawnSync(process.execPath, [join(checkout, 'infra/apps/launcher/start.mjs')], {
        env: { ...process.env, ZO_DATA: product.data, PORT, NODE_OPTIONS: '', ZO_PREBUILT: '1' },
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect([other.status, other.stderr.trim().split('\n').length, other.stderr.includes(words)]).toEqual([
        1,
        1,
        true,
      ]);
    }
  });

  it('AU-02 an unusable data folder is reported in one line', () => {
    const file = join(product.data, 'secrets', 'internal-token.pem');
    const other = spawnSync(process.execPath, [join(checkout, 'infra/apps/launcher/start.mjs')], {
      env: { ...process.env, ZO_DATA: file, PORT: '4999', NODE_OPTIONS: '', ZO_PREBUILT: '1' },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([other.status, other.stderr]).toEqual([
      1,
      `zo: ${file} cannot be used for data (EEXIST); set ZO_DATA to a folder of yours\n`,
    ]);
  });

  it('PC-01 the computer is awake before its user opens it', async () => {
    await eventually(async () => (await ada.computer()).state === 'awake');
  });

  it('D3 after a kill of the database everything acknowledged is there, and it recovers by itself', async () => {
    const acknowledged: string[] = [];
    const postmaster = Number(readFileSync(join(product.data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    const statuses = new Set<number>();
    const traffic = new AbortController();
    const sending = (async () => {
      while (!traffic.signal.aborted) {
        const answer = await ada.post('/api/conversations', {}).catch(() => undefined);
        if (answer) statuses.add(answer.status);
        if (answer?.ok) acknowledged.push(((await answer.json()) as { id: string }).id);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await eventually(() => acknowledged.length > 20);
    process.kill(postmaster, 'SIGKILL');
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + 20);
    traffic.abort();
    await sending;
    for (const id of acknowledged) expect((await ada.fetch(`/api/conversations/${id}`)).status).toBe(200);
    expect([...statuses].filter((status) => status !== 201 && status !== 200 && status !== 503)).toEqual([]);
  });

  it('CH-08 PC-01 a terminal and its program survive a restart of every service', async () => {
    const { id } = await ada.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
    const first = await attach(id);
    first.type('export KEPT=yes; echo one-$((40+2))\r');
    await eventually(() => first.seen.text.includes('one-42'));
    const [services] = product.pids('services.mjs');
    process.kill(services!, 'SIGKILL');
    await eventually(() => !first.seen.open);
    await eventually(async () => (await health()).status === 'ready');
    const second = await attach(id);
    await eventually(() => second.seen.text.includes('one-42'));
    second.type('echo still-$KEPT\r');
    await eventually(() => second.seen.text.includes('still-yes'));
    second.close();
    await ada.fetch(`/api/terminals/${id}`, { method: 'DELETE' });
  });

  it('PC-01 everything is there after Ctrl-C and another start', async () => {
    await write('kept.md', 'kept text');
    const { data, port } = product;
    await product.stop({ keep: true });
    expect(processesOf(data)).toEqual([]);
    product = await startProduct({ data, port });
    expect(product.output()).not.toContain('claim#token');
    expect(await read('kept.md')).toBe('kept text');
    expect(existsSync(join(data, 'secrets', 'claim-token'))).toBe(false);
  });

  it('AU-02 Ctrl-C reaches all processes of a terminal at once, and all end in order, without an error or an abrupt end', async () => {
    const other = await startProduct({ terminal: true });
    const grace = await Person.claim(other, 'grace');
    await eventually(async () => (await grace.computer()).state === 'awake');
    await grace.json('/api/terminals', { cols: 80, rows: 24 });
    const open = new WebSocket(await grace.socketUrl('/api/ws'), {
      origin: other.url,
      headers: { cookie: grace.cookie },
    });
    await new Promise((resolve, reject) => open.once('open', resolve).once('error', reject));
    const log = () => readFileSync(join(other.data, 'logs', 'postgres.log'), 'utf8');
    const [said, logged] = [other.output().length, log().length];
    await other.stop({ keep: true });
    // The launcher reports services that it had to kill.
    expect(other.output().slice(said)).toBe('');
    expect(log().slice(logged)).not.toMatch(/FATAL|PANIC|ERROR/);
    expect(processesOf(other.data)).toEqual([]);
    await (await startProduct({ data: other.data, port: other.port })).stop();
  });

  it('D1 SIGKILL of the launcher, or of npm start itself, leaves no process behind, and the next start recovers', async () => {
    const { data, port } = product;
    for (const kill of [
      () => product.pids('launcher.mjs').forEach((pid) => process.kill(pid, 'SIGKILL')),
      () => product.process.kill('SIGKILL'),
    ]) {
      await write('survivor.txt', 'acknowledged');
      await ada.json('/api/terminals', { cols: 80, rows: 24 });
      kill();
      await eventually(() => processesOf(data).length === 0);
      product = await startProduct({ data, port });
      expect(await read('survivor.txt')).toBe('acknowledged');
    }
  });

  it('AU-02 an unattended start creates the owner from the environment', async () => {
    const other = await startProduct({
      environment: {
        ZO_OWNER_EMAIL: 'grace@example.com',
        ZO_OWNER_PASSWORD: 'correct horse',
        ZO_OWNER_HANDLE: 'Grace',
      },
    });
    try {
      expect(other.output()).not.toContain('claim#token');
      expect((await Person.signIn(other, 'grace')).me).toMatchObject({ handle: 'grace', is_owner: true });
    } finally {
      await other.stop();
    }
  });
});
