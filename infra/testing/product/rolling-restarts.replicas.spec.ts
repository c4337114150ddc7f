/** A rolling release under traffic: every process gets SIGTERM and is restarted, without a failed request. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, fetch as fetchBy } from 'undici';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from './product.js';
import { retryWhileUnavailable, reconnectingSocket, SERVICES } from './replicas.js';

const RATE = 200;
/** Required are 25 s; a busy machine gets five times that. The measured times are printed. */
const MAX_EXIT_MS = 125_000;
/** One second apart: on an idle machine, reconnected within three seconds. The measured time is printed. */
const TRIES = 2;
const SERVICE_RESTART = 1012;
const AT_ONCE = [
  ['gateway', 'chat', 'zo'],
  ['files', 'accounts', 'channels'],
  ['compute', 'uploads', 'connections'],
] as const;
let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct({ cluster: true });
  ada = await Person.claim(product);
  await retryWhileUnavailable(() => ada.post('/api/read-fs', { root: 'w', slug: [] }));
});
afterAll(() => product?.stop());

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** HTTP ports of the processes, from the output. */
const portsOf = (name: string) =>
  new RegExp(`^ {2}${name} +([\\d ]+)$`, 'm').exec(product.output())![1]!.split(' ').map(Number);
const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Browser-like reads and writes at a fixed rate that does not wait for responses. */
function traffic(): { counts: Map<string, number>; stop(): Promise<void> } {
  const dispatcher = new Agent({ connections: 64 });
  const counts = new Map<string, number>();
  const open = new Set<Promise<void>>();
  let turn = 0;
  const requests: ((n: number) => [string, { method: string; body: string }?])[] = [
    () => ['/api/auth/me'],
    () => ['/api/files/list?root=w&path=%5B%5D'],
    () => ['/api/conversations'],
    () => ['/api/computer'],
    () => ['/api/file-uploads'],
    () => ['/api/terminals'],
    (n) => [
      '/api/files/write',
      {
        method: 'POST',
        body: JSON.stringify({ root: 'w', path: [`t${n % 50}.txt`], content: String(n), base: { any: true } }),
      },
    ],
    (n) => ['/api/conversations', { method: 'POST', body: JSON.stringify({ title: String(n) }) }],
  ];
  const ask = async () => {
    const [path, init] = requests[turn % requests.length]!(turn++);
    const outcome = await fetchBy(product.url + path, {
      ...init,
      dispatcher,
      headers: { cookie: ada.cookie, 'content-type': 'application/json' },
    }).then(
      async (answer) => {
        const text = await answer.text();
        return answer.ok ? 'ok' : `${path} ${answer.status} ${text}`;
      },
      (error: Error) => `${path} ${error.message} ${(error.cause as Error | undefined)?.message}`,
    );
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };
  const begun = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    for (const wanted = ((performance.now() - begun) / 1_000) * RATE; due < wanted; due++) {
      const asked = ask().finally(() => open.delete(asked));
      open.add(asked);
    }
  }, 10);
  return {
    counts,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      await dispatcher.close();
    },
  };
}

describe('a rolling restart', () => {
  it(`D15 every process in turn at ${RATE} requests a second: no request fails, websockets get close code 1012 and reconnect at the second try at the latest, each process exits by itself`, async () => {
    const { id } = await ada.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
    const sockets = await Promise.all(
      ['/api/ws', '/api/ws', '/api/ws', `/api/terminals/${id}/attach`, `/api/terminals/${id}/attach`].map((path) =>
        reconnectingSocket(product, ada, () => path),
      ),
    );
    const load = traffic();
    const exits: number[] = [];
    const begun = performance.now();
    // The first process of each service, later the second: one of each always runs.
    for (const [which, names] of [0, 1].flatMap((turn) => AT_ONCE.map((group) => [turn, group] as const))) {
      const victims = names.map((name) => ({
        port: portsOf(name)[which]!,
        pid: product
          .services(name)
          .find((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`\0PORT=${portsOf(name)[which]}\0`))!,
      }));
      await Promise.all(
        victims.map(async ({ port, pid }) => {
          const signalledAt = performance.now();
          process.kill(pid, 'SIGTERM');
          await eventually(() => !alive(pid), MAX_EXIT_MS);
          exits.push(performance.now() - signalledAt);
          await eventually(() => isReady(port));
        }),
      );
      // Wait until the proxies have noticed, as a cluster waits between pods.
      await delay(1_500);
    }
    const took = performance.now() - begun;
    await load.stop();
    await eventually(() => sockets.every(({ isOpen }) => isOpen));
    const breaks = sockets.flatMap((socket) => socket.breaks);
    for (const socket of sockets) socket.close();
    console.log(
      [
        `D15: ${2 * SERVICES.length} restarts in ${Math.round(took)} ms under ${load.counts.get('ok')} requests`,
        `exits within ${Math.round(Math.max(...exits))} ms`,
        `${breaks.length} sockets told, back within ` +
          `${Math.round(Math.max(...breaks.map(({ backMs }) => backMs ?? 0)))} ms`,
        `${Math.max(...breaks.map(({ tries }) => tries))} tries`,
      ].join('; '),
    );
    expect([...load.counts].filter(([outcome]) => outcome !== 'ok')).toEqual([]);
    expect(Math.max(...exits)).toBeLessThan(MAX_EXIT_MS);
    expect(breaks.length).toBeGreaterThan(0);
    expect([...new Set(breaks.map(({ code }) => code))]).toEqual([SERVICE_RESTART]);
    expect(breaks.filter(({ tries, backMs }) => tries > TRIES || backMs === undefined)).toEqual([]);
  }, 600_000);
});
