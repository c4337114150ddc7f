/** A PDF of 1,000 pages: from its click in the listing, and from its address, until the first page is drawn. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTab } from '../../frontends/e2e/browser.js';
import { pdfFile } from '../../frontends/e2e/pdf-file.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { openingsOf, ways } from './opening.js';
import { median, print } from './report.js';

const PAGES = 1_000;
const LINES = 20;
/** Of a picture on each page, so that the file is as large as those that people have. */
const IMAGE_BYTES = 30_000;
const ROUNDS = 11;

const linesOf = (page: number) => [`Page ${page}`, ...Array.from({ length: LINES }, (_none, n) => `Line ${n} of text`)];
const pagesOf = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ lines: linesOf(n + 1), imageBytes: IMAGE_BYTES }));

/** The text of a page comes after its picture. */
const IS_SHOWN = `document.querySelector('[aria-label="Page 1"] .textLayer')?.textContent.includes('Page 1')`;

const FILES = {
  'short.pdf': { pages: pagesOf(1) },
  'long.pdf': { pages: pagesOf(PAGES) },
  'scanned.pdf': { pages: pagesOf(PAGES), spread: true },
};

export async function pdf(product: Product, ada: Person): Promise<void> {
  for (const [name, options] of Object.entries(FILES)) writeFileSync(join(homeOf(product), name), pdfFile(options));
  const browser = await openBrowser();
  const { page } = await openTab(browser, ada);
  const open = await openingsOf(page, IS_SHOWN);
  for (const way of ways) {
    const took = { 'short.pdf': [] as number[], 'long.pdf': [] as number[], 'scanned.pdf': [] as number[] };
    for (let round = 0; round < ROUNDS; round++)
      for (const name of Object.keys(took) as (keyof typeof took)[]) took[name].push(await open(way, name));
    const floor = median(took['short.pdf'].slice(1));
    const report = (name: string, file: keyof typeof took) =>
      print({ area: 'pdf', name, ours: median(took[file].slice(1)), floor, unit: 'ms', goal: '≤ 500 ms' });
    report(`${way} to first page of ${PAGES}`, 'long.pdf');
    report(`${way} to first page of ${PAGES}, scanned`, 'scanned.pdf');
  }
  await browser.close();
}
