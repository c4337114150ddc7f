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
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    ours.push(await firstRow(browser, ada, `/f/w/cold${count}`));
    if (peer) theirs.push(await firstRow(browser, peer.url, `/cold${count}/`));
  }
  print({
    area: 'cold',
    name: `first row of ${count} entries`,
    ours: median(ours.slice(1)),
    ...(peer && { peer: { name: peer.name, value: median(theirs.slice(1)) } }),
    unit: 'ms',
    goal: '≤ copyparty at 10,000',
  });
}

/** Milliseconds until the first name is on the page, in a new profile. */
async function firstRow(browser: Browser, visitor: Person | string, address: string): Promise<number> {
  const { page, context } = await openTab(browser, visitor);
  const duration = await time(async () => {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('[role=row], td').filter({ hasText: 'file 0.txt' }).first().waitFor();
  });
  await context.close();
  return duration;
}
