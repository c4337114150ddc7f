/** Two processes of every service, killed one after another in the middle of their work. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@zo/testing';
import { type FakeProvider, startFakeProvider } from './fake-provider.js';
import { Person, type Product, startProduct } from './product.js';
import {
  attempt,
  followRun,
  retryWhileUnavailable,
  reconnectingSocket,
  killOne,
  SERVICES,
  uploadThrough,
} from './replicas.js';

const MEGABYTE = 1024 ** 2;
let product: Product;
let ada: Person;
let provider: FakeProvider;
let model: string;

beforeAll(async () => {
  product = await startProduct({ cluster: true });
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  const { id } = await ada.json<{ id: string }>('/api/models/providers', {
    kind: 'openai-compatible',
    label: 'Fake',
    base_url: provider.url,
    api_key: 'sk-none',
    models: ['m'],
  });
  model = `${id}:m`;
  await ada.json('/api/read-fs', { root: 'w', slug: [] });
});
afterAll(async () => {
  await provider?.stop();
  await product?.stop();
});

const contentOf = async (name: string) =>
  (
    (await (await retryWhileUnavailable(() => ada.post('/api/read-fs', { root: 'w', slug: [name] }))).json()) as {
      fileContent: string | null;
    }
  ).fileContent;

describe('a killed process of a service', () => {
  it('D1 D3 one of each service in turn, under writes to files and to the database: nothing acknowledged is lost', async () => {
    await product.whole();
    const kept = new Map<string, string>();
    const chats = new Map<string, string>();
    const stop = new AbortController();
    let refused = 0;
    const write = async (write: number) => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const name = `h${write}-${n % 25}.txt`;
        const content = `${write}:${n} ${'x'.repeat(100)}`;
        const wrote = await attempt(() =>
          ada.post('/api/files/write', { root: 'w', path: [name], content, base: { any: true } }),
        );
        // Not acknowledged: either text may be stored.
        if (wrote?.ok) kept.set(name, content);
        else kept.delete(name);
        const made = await attempt(() => ada.post('/api/conversations', { title: content }));
        if (made?.ok) chats.set(((await made.json()) as { id: string }).id, content);
        if (!wrote || !made) refused++;
        await delay(20);
      }
    };
    const writers = Promise.all([0, 1, 2, 3].map(write));
    for (const name of SERVICES) {
      const before = chats.size;
      killOne(product, name);
      await eventually(() => chats.size > before + 20);
    }
    stop.abort();
    await writers;
    for (const [name, content] of kept) expect(await contentOf(name)).toBe(content);
    for (const [id, title] of chats)
      expect(
        ((await (await retryWhileUnavailable(() => ada.fetch(`/api/conversations/${id}`))).json()) as { title: string })
          .title,
      ).toBe(title);
    console.log(
      `D1 D3: ${SERVICES.length} kills, ${chats.size} conversations and ${kept.size} files acknowledged, ${refused} ` +
        'not answered',
    );
  });

  it('D12 D8 the process that writes an answer: the text continues, no event is lost or repeated, no tool runs twice', async () => {
    await product.whole();
    provider.requests.length = 0;
    const gate = { open: false };
    let step = 0;
    provider.script(async (answer) => {
      const turn = step++;
      if (turn < 2) {
        answer.text(`step ${turn} `);
        answer.call(`call-${turn}`, 'run_bash_command', { cmd: `echo ${turn} >> ran.txt; sleep 1` });
        return answer.end('tool_calls');
      }
      for (let n = 0; !gate.open && !answer.cancelled; n++) {
        answer.text(`w${n} `);
        await delay(50);
      }
      if (answer.cancelled) return;
      answer.text('the end');
      answer.end();
    });
    const { run_id: runId } = await ada.json<{ run_id: string }>('/api/conversations/new/messages', {
      text: 'go',
      model,
    });
    const following = followRun(ada, runId);
    // Whichever process runs the answer is killed in the middle of a call, and again in the middle of text.
    await eventually(async () => (await contentOf('ran.txt'))?.startsWith('0'));
    for (const pid of product.services('chat')) process.kill(pid, 'SIGKILL');
    await eventually(() => step >= 3);
    const words = provider.requests.length;
    for (const pid of product.services('chat').slice(0, 1)) process.kill(pid, 'SIGKILL');
    await delay(500);
    gate.open = true;
    const answer = await following;
    expect(answer.status).toBe('complete');
    expect(answer.text.endsWith('the end')).toBe(true);
    expect(answer.text).toContain('step 0');
    expect(answer.seqs).toEqual(Array.from(answer.seqs, (_, index) => index + 1));
    const lines = (await contentOf('ran.txt'))!.trim().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    console.log(`D12: ${answer.seqs.length} events over ${answer.streams} streams, ${words} requests to the model`);
  });

  it('UP-06 D11 uploads, gateway, compute and uploads again during an upload: the file equals the original', async () => {
    await product.whole();
    const victims = ['uploads', 'gateway', 'compute', 'uploads'] as const;
    let parts = 0;
    const hash = await uploadThrough(ada, { name: 'film.bin', bytes: 96 * MEGABYTE }, () => {
      const victim = victims[Math.floor(parts / 3)];
      if (parts++ % 3 === 1 && victim) killOne(product, victim);
    });
    const read = await retryWhileUnavailable(() => ada.fetch('/api/file/film.bin'));
    expect(
      createHash('sha256')
        .update(Buffer.from(await read.arrayBuffer()))
        .digest('hex'),
    ).toBe(hash);
  });

  it('CH-08 PC-01 gateway and compute under a terminal: the shell keeps its state and is reachable through any process', async () => {
    await product.whole();
    const { id } = (await (
      await retryWhileUnavailable(() => ada.post('/api/terminals', { cols: 80, rows: 24 }))
    ).json()) as {
      id: string;
    };
    // One-time tokens are limited per session, so sign in again.
    const terminal = await reconnectingSocket(
      product,
      await Person.signIn(product, 'ada'),
      () => `/api/terminals/${id}/attach`,
    );
    const type = async (text: string, wanted: string) => {
      await eventually(() => terminal.isOpen);
      terminal.send(text);
      await eventually(() => terminal.received.join('').includes(wanted));
    };
    await type('export KEPT=yes; echo one-$((40+2))\r', 'one-42');
    for (const name of ['gateway', 'compute'] as const) {
      await product.whole();
      // Kill both, one after the other, so that the one in use is killed too.
      for (let left = 2; left > 0; left--) {
        killOne(product, name);
        await product.whole();
      }
      await type(`echo ${name}-$KEPT\r`, `${name}-yes`);
    }
    expect(terminal.breaks.length).toBeGreaterThanOrEqual(2);
    // One process of compute opened the proxy and is gone by now: another one must refuse this address.
    await type(`curl -s --noproxy '' -o /dev/null -w 'out-%{http_code}' http://10.0.0.1/\r`, 'out-403');
    terminal.close();
  });

  it('D13 LS-03 gateway and files under open browsers: each browser gets every change once, in order', async () => {
    await product.whole();
    const position = (received: readonly string[]) => {
      const last = received
        .map((text) => JSON.parse(text) as { epoch?: string; seq?: number })
        .findLast(({ seq }) => seq !== undefined);
      return last ? `/api/ws?epoch=${last.epoch}&since=${last.seq}` : '/api/ws';
    };
    const sessions = [
      await Person.signIn(product, 'ada'),
      await Person.signIn(product, 'ada'),
      await Person.signIn(product, 'ada'),
    ];
    const browsers = await Promise.all(
      [...sessions, ...sessions].map((session) => reconnectingSocket(product, session, position)),
    );
    const seqsOf = (received: readonly string[]) =>
      received
        .map((text) => JSON.parse(text) as { type: string; seq: number })
        .filter(({ type }) => type === 'fs_event')
        .map(({ seq }) => seq);
    await eventually(() => browsers.every(({ received }) => received.some((text) => text.includes('"hello"'))));
    for (const [n, name] of (['gateway', 'files', 'gateway', 'files'] as const).entries()) {
      await product.whole();
      await retryWhileUnavailable(() =>
        ada.post('/api/files/write', { root: 'w', path: [`before-${n}.txt`], content: 'x', base: { any: true } }),
      );
      killOne(product, name);
      await retryWhileUnavailable(() =>
        ada.post('/api/files/write', { root: 'w', path: [`after-${n}.txt`], content: 'x', base: { any: true } }),
      );
    }
    await eventually(() => browsers.every(({ received }) => received.some((text) => text.includes('after-3.txt'))));
    await eventually(() => new Set(browsers.map(({ received }) => seqsOf(received).at(-1))).size === 1);
    for (const { received } of browsers) {
      expect(received.some((text) => text.includes('"resync"'))).toBe(false);
      const seqs = seqsOf(received);
      expect(seqs).toEqual(seqs.map((_, index) => seqs[0]! + index));
    }
    for (const browser of browsers) browser.close();
  });

  it('AU-02 D8 accounts and compute during sign-ups: every user has exactly one computer', async () => {
    await product.whole();
    const people: Person[] = [];
    for (const [n, name] of (['accounts', 'compute', 'accounts', 'compute'] as const).entries()) {
      await product.whole();
      const [person] = await Promise.all([
        Person.invited(product, ada, `guest${n}`),
        delay(30).then(() => name === 'compute' && killOne(product, name)),
      ]);
      if (name === 'accounts') killOne(product, name);
      people.push(person);
    }
    for (const person of people)
      await retryWhileUnavailable(() => person.post('/api/read-fs', { root: 'w', slug: [] }));
    const ids = await Promise.all(
      people.map(
        async (person) =>
          ((await (await retryWhileUnavailable(() => person.fetch('/api/computer'))).json()) as { id: string }).id,
      ),
    );
    expect(new Set(ids).size).toBe(people.length);
  });
});
