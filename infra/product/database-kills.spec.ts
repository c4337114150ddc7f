import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@zo/shared/testing';
import { Person, type Product, startProduct } from './product.js';

const KILLS = 10;
const COMMITS = 10_000;
const NORMAL_MS = 5_000;
const HANDS = 12;
let product: Product;
let ada: Person;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
}, 60_000);
afterAll(() => product.stop());

const postmaster = () => Number(readFileSync(join(product.data, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

interface Seen {
  /** Titles that were acknowledged, by conversation. */
  readonly acknowledged: Map<string, string>;
  /** Of those, the titles whose later change has an unknown outcome. */
  readonly unknown: Map<string, Set<string>>;
  /** Anything that was no success and no 503 with Retry-After. */
  readonly odd: Set<string>;
  refused: number;
  commits: number;
}

/** Makes conversations and renames them, one after another, until told to stop. */
async function hand(seen: Seen, id: number, stop: AbortSignal): Promise<void> {
  const mine: string[] = [];
  for (let n = 0; !stop.aborted; n++) {
    const known = n % 2 === 1 ? mine.at(-1) : undefined;
    const title = `h${id}-${n}`;
    const answer = await (known ? ada.post(`/api/conversations/${known}`, { title }, 'PATCH') : ada.post('/api/conversations', { title }));
    const body = (await answer.json()) as { id: string };
    if (answer.ok) {
      if (!known) mine.push(body.id);
      seen.acknowledged.set(body.id, title);
      seen.commits++;
      continue;
    }
    if (known) seen.unknown.set(known, (seen.unknown.get(known) ?? new Set()).add(title));
    const waits = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || !(waits > 0)) seen.odd.add(`${answer.status} ${answer.headers.get('retry-after')} ${JSON.stringify(body)}`);
    seen.refused++;
    await delay(20);
  }
}

/** Every conversation of the person, by pages. */
async function stored(): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { conversations: { id: string; title: string }[]; next_cursor: string | null } = await ada.json(`/api/conversations${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`);
    for (const { id, title } of page.conversations) titles.set(id, title);
    cursor = page.next_cursor;
  }
  return titles;
}

describe('a database that is killed', () => {
  it(`D3 ${KILLS} kills of Postgres in ${COMMITS} commits: nothing acknowledged is lost, in the gap only 503 with Retry-After, normal again within ${NORMAL_MS} ms`, async () => {
    const seen: Seen = { acknowledged: new Map(), unknown: new Map(), odd: new Set(), refused: 0, commits: 0 };
    const stop = new AbortController();
    const hands = Promise.all(Array.from({ length: HANDS }, (_, id) => hand(seen, id, stop.signal)));
    const normal: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      await eventually(() => seen.commits >= (COMMITS * kill) / (KILLS + 1), 60_000);
      const before = seen.commits;
      const killed = performance.now();
      process.kill(postmaster(), 'SIGKILL');
      await eventually(() => seen.refused > 0 && seen.commits > before + 3 * HANDS, 20_000);
      normal.push(performance.now() - killed);
    }
    await eventually(() => seen.commits >= COMMITS, 60_000);
    stop.abort();
    await hands;
    const found = await stored();
    const lost = [...seen.acknowledged].filter(([id, title]) => found.get(id) !== title && !seen.unknown.get(id)?.has(found.get(id) ?? ''));
    console.log(`D3: ${KILLS} kills, ${seen.commits} commits, ${seen.refused} refused; normal again: slowest ${Math.round(Math.max(...normal))} ms`);
    expect(lost).toEqual([]);
    expect([...seen.odd]).toEqual([]);
    expect(Math.max(...normal)).toBeLessThan(NORMAL_MS);
  }, 180_000);
});
