/** A sheet of 10,000 rows and 50 columns: until it is shown, keys that move, type and confirm, and scrolling. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { openTab } from '../../frontends/e2e/browser.js';
import { longestTask } from '../../frontends/e2e/longest-task.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { median, print, quantile, time } from './report.js';

const [ROWS, COLUMNS] = [10_000, 50];
const KEYS = 60;
const OPENINGS = 5;
const PAUSE_MS = 80;
const SCROLLS = 40;
const SCROLL_PX = 1_200;
/** Over the cells, at the size of the window that browsers of tests have. */
const PLACE = { x: 700, y: 400 };

const cellOf = (row: number, column: number): string | number =>
  column === COLUMNS - 1 ? `=SUM(A${row + 1}:C${row + 1})` : row + column;

export async function sheets(product: Product, ada: Person): Promise<void> {
  const data = Array.from({ length: ROWS }, (_none, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) => cellOf(row, column)),
  );
  const write = (name: string, rows: unknown) =>
    writeFileSync(join(homeOf(product), name), JSON.stringify({ worksheets: [{ worksheetName: 'A', data: rows }] }));
  write('large.sheet.json', data);
  write('small.sheet.json', data.slice(0, 20));
  const browser = await openBrowser();
  const tab = await openTab(browser, ada);
  const { page } = tab;
  const opened = { 'small.sheet.json': [] as number[], 'large.sheet.json': [] as number[] };
  for (let round = 0; round <= OPENINGS; round++)
    for (const name of ['small.sheet.json', 'large.sheet.json'] as const)
      opened[name].push(await time(() => open(page, name)));
  const p50 = (name: keyof typeof opened) => median(opened[name].slice(1));
  const area = 'sheets';
  print({
    area,
    name: 'address to cells',
    ours: p50('large.sheet.json'),
    floor: p50('small.sheet.json'),
    unit: 'ms',
    goal: '≤ 300 ms more than the floor, a sheet of 20 rows',
  });
  print({
    area,
    name: 'cells in the page',
    ours: await page.getByRole('gridcell').count(),
    unit: 'nodes',
    goal: '≤ 1,500',
  });
  // Before any edit, whose garbage is that of the whole sheet.
  print({
    area,
    name: 'CPU time of the longest task while scrolling',
    ours: await longestTask(tab, () => scrolled(page)),
    unit: 'ms',
    goal: '≤ 50 ms',
  });
  await page.locator('[role="grid"]').focus();
  await page.keyboard.press('Control+Home');
  await page.locator('[data-cell="5,2"]').click();
  for (const [name, keys] of Object.entries(WAYS)) {
    const times = await pressed(page, keys);
    print({ area, name: `key to paint p95, ${name}`, ours: quantile(times, 0.95), unit: 'ms', goal: '≤ 33 ms' });
    print({ area, name: `key to paint p50, ${name}`, ours: median(times), unit: 'ms', goal: 'printed' });
    await page.keyboard.press('Escape');
  }
  await browser.close();
}

/** The keys of each measurement, repeated. */
const WAYS: Record<string, readonly string[]> = {
  arrows: ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft'],
  'typing in a cell': ['7'],
  'a value and Enter': ['7', 'Enter'],
};

async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/f/w/${name}`);
  await page.locator('[data-cell="3,2"]').getByText('5', { exact: true }).waitFor();
}

async function scrolled(page: Page): Promise<void> {
  await page.mouse.move(PLACE.x, PLACE.y);
  for (let step = 0; step < SCROLLS; step++) {
    await page.mouse.wheel(0, SCROLL_PX);
    await delay(PAUSE_MS / 2);
  }
}

/** Measures each key press from its event to the task after the next frame, in the page. */
const WATCH = `
  const times = (window.keyTimes = []);
  if (!window.isWatched) addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp);
    port2.postMessage('');
  }), { capture: true });
  window.isWatched = true;`;

/** Presses keys with pauses, as people do. @returns what each took, in milliseconds */
async function pressed(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(`(() => {${WATCH}})()`);
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press(keys[n % keys.length]!);
    await delay(PAUSE_MS);
  }
  return page.evaluate<number[]>('window.keyTimes');
}
