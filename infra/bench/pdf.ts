/** A PDF of 1,000 pages: from its click in the listing, and from its address, until the first page is drawn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openTab } from '../../frontends/e2e/browser.js';
import { pdfFile } from '../../frontends/e2e/pdf-file.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { median, print } from './report.js';

const PAGES = 1_000;
const LINES = 20;
/** Of a picture on each page, so that the file is as large as those that people have. */
const IMAGE_BYTES = 30_000;
const ROUNDS = 11;

const linesOf = (page: number) => [`Page ${page}`, ...Array.from({ length: LINES }, (_none, n) => `Line ${n} of text`)];
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ lines: linesOf(n + 1), imageBytes: IMAGE_BYTES }));

const FILES = {
  'short.pdf': { pages: pagesOf(1) },
  'long.pdf': { pages: pagesOf(PAGES) },
  'scanned.pdf': { pages: pagesOf(PAGES), spread: true },
};

export async function pdf(product: Product, ada: Person): Promise<void> {
  for (const [name, options] of Object.entries(FILES)) writeFileSync(join(homeOf(product), name), pdfFile(options));
  const browser = await openBrowser();
  const { page } = await openTab(browser, ada);
  await page.addInitScript(WATCH);
  for (const [way, open] of Object.entries(WAYS)) {
    const took = { 'short.pdf': [] as number[], 'long.pdf': [] as number[], 'scanned.pdf': [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const name of Object.keys(took) as (keyof typeof took)[]) {
        const shown = page.waitForEvent('console', (message) => message.text().startsWith('shown '));
        await open(page, name);
        took[name].push(Number((await shown).text().slice('shown '.length)));
      }
    const floor = median(took['short.pdf'].slice(1));
    const report = (name: string, file: keyof typeof took) =>
      print({ area: 'pdf', name, ours: median(took[file].slice(1)), floor, unit: 'ms', goal: '≤ 500 ms' });
    report(`${way} to first page of ${PAGES}`, 'long.pdf');
    report(`${way} to first page of ${PAGES}, scanned`, 'scanned.pdf');
  }
  await browser.close();
}

/**
 * Runs in the page, because waiting from outside looks only from time to time: reports the first frame with the text of
 * the page, which comes after its picture, in milliseconds from the press of the mouse or else the navigation.
 */
const WATCH = `
  let begin = 0;
  addEventListener('mousedown', ({ timeStamp }) => (begin ||= timeStamp), true);
  const report = () =>
    requestAnimationFrame(() => setTimeout(() => console.debug('shown', performance.now() - begin)));
  const observer = new MutationObserver(() => {
    const text = document.querySelector('[aria-label="Page 1"] .textLayer')?.textContent;
    if (text?.includes('Page 1')) report(observer.disconnect());
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true });
`;

const WAYS: Record<string, (page: Page, name: string) => Promise<unknown>> = {
  click: async (page, name) => {
    await page.goto('/f/w');
    const row = page.locator('main').getByRole('row', { name });
    await row.waitFor();
    await row.dblclick();
  },
  address: async (page, name) => {
    await page.goto('/settings');
    await page.goto(`/f/w/${name}`, { waitUntil: 'commit' });
  },
};
