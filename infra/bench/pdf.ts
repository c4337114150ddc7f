/** A PDF of 1,000 pages: from its click in the listing, and from its address, until the first page is drawn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openTab } from '../../frontends/e2e/browser.js';
import { pdfFile } from '../../frontends/e2e/pdf-file.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { median, print, time } from './report.js';

const PAGES = 1_000;
const LINES = 20;
/** Of a picture on each page, so that the file is as large as those that people have. */
const IMAGE_BYTES = 30_000;
const ROUNDS = 7;

const linesOf = (page: number) => [`Page ${page}`, ...Array.from({ length: LINES }, (_none, n) => `Line ${n} of text`)];
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ lines: linesOf(n + 1), imageBytes: IMAGE_BYTES }));

export async function pdf(product: Product, ada: Person): Promise<void> {
  const counts = { 'long.pdf': PAGES, 'short.pdf': 1 };
  for (const [name, count] of Object.entries(counts))
    writeFileSync(join(homeOf(product), name), pdfFile({ pages: pagesOf(count) }));
  const browser = await openBrowser();
  const { page } = await openTab(browser, ada);
  for (const [way, open] of Object.entries(WAYS)) {
    const took = { 'long.pdf': [] as number[], 'short.pdf': [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const name of ['short.pdf', 'long.pdf'] as const) {
        const begin = await open(page, name);
        took[name].push(await time(() => begin().then(() => firstPage(page))));
      }
    print({
      area: 'pdf',
      name: `${way} to first page of ${PAGES}`,
      ours: median(took['long.pdf'].slice(1)),
      floor: median(took['short.pdf'].slice(1)),
      unit: 'ms',
      goal: '≤ 500 ms',
    });
  }
  await browser.close();
}

/** Each prepares the page, and returns what begins to open the file. */
const WAYS: Record<string, (page: Page, name: string) => Promise<() => Promise<unknown>>> = {
  click: async (page, name) => {
    await page.goto('/f/w');
    const row = page.locator('main').getByRole('row', { name });
    await row.waitFor();
    return () => row.dblclick();
  },
  address: async (page, name) => {
    await page.goto('/settings');
    return () => page.goto(`/f/w/${name}`, { waitUntil: 'commit' });
  },
};

/** Until the page has its text, which comes after its picture. */
const firstPage = (page: Page) =>
  page.getByRole('region', { name: 'Page 1', exact: true }).getByText('Page 1', { exact: true }).waitFor();
