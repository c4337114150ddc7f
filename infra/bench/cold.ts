/** A folder opened in a browser that has nothing of the page stored, beside another product in the same minute. */
import type { Browser } from 'playwright-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTab } from '../../frontends/e2e/browser.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { type Peer, startCopyparty } from './peers.js';
import { median, print } from './report.js';

const ROUNDS = 21;
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

/** Runs in the page, because waiting from outside runs code there, too: reports the first frames with the name. */
const WATCH = `
  const report = (what) => requestAnimationFrame(() => setTimeout(() => console.debug(what, performance.now())));
  const rowOf = () => Array.from(document.querySelectorAll('[role=row], td')).find(isRow);
  const isRow = (element) => element.textContent.includes('file 0.txt');
  let isShown = false;
  const observer = new MutationObserver(() => {
    const row = rowOf();
    if (!isShown && (row || document.querySelector('[data-name="file 0.txt"]'))) report('shown', (isShown = true));
    if (row) report('usable', observer.disconnect());
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
`;

/** Milliseconds in a new profile from the navigation until the name is on the screen, and until its row can be used. */
async function open(browser: Browser, visitor: Person | string, address: string): Promise<Opened> {
  const { page, context } = await openTab(browser, visitor);
  await page.addInitScript(WATCH);
  const opened: Partial<Opened> = {};
  const isUsable = page.waitForEvent('console', (message) => {
    const [what, time] = message.text().split(' ') as [keyof Opened, string];
    if (what in MEASURED) Object.assign(opened, { [what]: Number(time) });
    return what === 'usable';
  });
  await page.goto(address, { waitUntil: 'commit' });
  await isUsable;
  await context.close();
  return opened as Opened;
}
