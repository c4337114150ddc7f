import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, repetitions } from '@zo/testing';
import { documentsBelow, FileClient } from './agent-kills.js';
import { Person, type Product, startProduct } from './product.js';

const KILLS = repetitions(30, 100);
const OPERATIONS = KILLS * 20;
/** Required are 2 s; a busy machine gets five times that. The measured times are printed. */
const MAX_READY_MS = 10_000;
let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
});
afterAll(() => product.stop());

/** A hundred kills take two minutes on an idle machine. */
const MAX_MS = 900_000;

/** Waits until the listing of the home responds again. */
async function untilReady(since: number): Promise<number> {
  await eventually(async () => (await ada.post('/api/read-fs', { root: 'w', slug: [] })).ok);
  return performance.now() - since;
}

const temporary = (workspace: string) =>
  readdirSync(workspace, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.zo-tmp'));

async function shownTemporary(): Promise<string[]> {
  const { results } = await ada.json<{ results: { path: string[] }[] }>('/api/files/search?q=zo-tmp');
  return results.map(({ path }) => path.join('/'));
}

describe('a killed computer', () => {
  it(
    `D1 ${KILLS} kills of the agent in ${OPERATIONS} operations: nothing acknowledged is lost, no file is torn, it ` +
      'is ready again each time',
    async () => {
      const clients = Array.from({ length: 8 }, (_, id) => new FileClient(ada, id));
      for (const client of clients) await client.prepare();
      const workspace = join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');
      const slow: number[] = [];
      const total = () => clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
      for (let kill = 1; kill <= KILLS; kill++) {
        const goal = (OPERATIONS * kill) / KILLS;
        const work = Promise.all(
          clients.map(async (client) => {
            while (!client.uncertain && total() < goal + 8) await client.act(Math.random);
          }),
        );
        await Promise.race([work, eventually(() => total() >= goal - 5 * Math.random(), 30_000)]);
        const agents = product.agents();
        expect(agents).toHaveLength(1);
        const killed = performance.now();
        process.kill(agents[0]!, 'SIGKILL');
        slow.push(await untilReady(killed));
        await work;
        await eventually(() => temporary(workspace).length === 0);
        const found = documentsBelow(workspace);
        for (const client of clients) {
          client.settle(found);
          client.uncertain = false;
        }
        expect(await shownTemporary()).toEqual([]);
      }
      const counts: Record<string, number> = {};
      for (const client of clients)
        for (const [name, count] of Object.entries(client.counts)) counts[name] = (counts[name] ?? 0) + count;
      slow.sort((a, b) => a - b);
      const unknown = clients.reduce((sum, client) => sum + client.unknown, 0);
      console.log(
        [
          `D1: ${KILLS} kills, ${total()} acknowledged, ${unknown} unknown ${JSON.stringify(counts)}`,
          `ready again: median ${Math.round(slow[KILLS / 2]!)} ms`,
          `nine of ten within ${Math.round(slow[(KILLS * 9) / 10]!)} ms, slowest ${Math.round(slow.at(-1)!)} ms`,
        ].join('; '),
      );
      expect(total() + unknown).toBeGreaterThanOrEqual(OPERATIONS);
      // The slowest says more about the machine that runs the test than about the agent.
      expect(slow[(KILLS * 9) / 10]).toBeLessThan(MAX_READY_MS);
    },
    MAX_MS,
  );
});
