/** A folder opened in a browser that has nothing of the page stored, beside another product in the same minute. */
import type { Browser } from 'playwright-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTab } from '../../frontends/e2e/browser.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { type Peer, startCopyparty } from './peers.js';
import { median, print, time } from './report.js';

const ROUNDS = 7;
const COUNTS = [10, 10_000];

interface Opened {
  readonly shown: number;
  readonly usable: number;
}

const MEASURED: Record<keyof Opened, string> = { shown: 'first name', usable: 'first row to use' };

export async function cold(product: Product, ada: Person): Promise<void> {
  const home = homeOf(product);
  for (const count of COUNTS) {
    mkdirSync(join(home, `cold${count}`));
    for (let n = 0; n < count; n++) writeFileSync(join(home, `cold${count}`, `file ${n}.txt`), '');
  }
  const browser = await openBrowser();
  const peer = await startCopyparty(home);
  try {
    for (const count of COUNTS) await compare(browser, { ada, peer, count });
  } finally {
    peer?.stop();
    await browser.close();
  }
}

async function compare(browser: Browser, { ada, peer, count }: { ada: Person; peer?: Peer; count: number }) {
  const ours: Opened[] = [];
  const theirs: Opened[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    ours.push(await open(browser, ada, `/f/w/cold${count}`));
    if (peer) theirs.push(await open(browser, peer.url, `/cold${count}/`));
  }
  for (const [what, name] of Object.entries(MEASURED) as [keyof Opened, string][]) {
    const medianOf = (opened: Opened[]) => median(opened.slice(1).map((times) => times[what]));
    print({
      area: 'cold',
      name: `${name} of ${count} entries`,
      ours: medianOf(ours),
      ...(peer && { peer: { name: peer.name, value: medianOf(theirs) } }),
      unit: 'ms',
      goal: '≤ copyparty',
    });
  }
}

/** Milliseconds in a new profile until the first name is seen, and until its row can be used. */
async function open(browser: Browser, visitor: Person | string, address: string): Promise<Opened> {
  const { page, context } = await openTab(browser, visitor);
  const row = page.locator('[role=row], td').filter({ hasText: 'file 0.txt' }).first();
  const shown = await time(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('[data-name="file 0.txt"]').or(row).first().waitFor();
  });
  const usable = shown + (await time(() => row.waitFor()));
  await context.close();
  return { shown, usable };
}
