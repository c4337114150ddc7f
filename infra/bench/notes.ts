/**
 * A note of 1 MB: until it can be edited, and a key press at its beginning, middle and end, beside a plain text field;
 * and the same of 5 MB.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { openTab, type Tab } from '../../frontends/e2e/browser.js';
import { longNote } from '../../frontends/e2e/long-note.js';
import { longestTask } from '../../frontends/e2e/longest-task.js';
import type { Person, Product } from '../testing/product/product.js';
import { openBrowser } from './browser.js';
import { homeOf } from './home.js';
import { openingsOf, ways } from './opening.js';
import { median, print, quantile, time } from './report.js';

const LENGTH = 1_048_576;
/** So many that a percentile of them is not one of the first, which run code for the first time. */
const KEYS = 120;
const OPENINGS = 7;
const PAUSE_MS = 80;
/** More groups of blocks than the first part of a note has. */
const MANY_CHUNKS = 100;

export async function notes(product: Product, ada: Person): Promise<void> {
  const text = longNote(LENGTH);
  writeFileSync(join(homeOf(product), 'long.md'), text);
  writeFileSync(join(homeOf(product), 'very-long.md'), longNote(5 * LENGTH));
  writeFileSync(join(homeOf(product), 'short.md'), '# A short note\n\nThe very end.\n');
  const browser = await openBrowser();
  const tab = await openTab(browser, ada);
  const { page } = tab;
  await openings(browser, ada);
  await open(page, 'long.md');
  print({
    area: 'notes',
    name: 'blocks rendered for editing, 1 MB',
    ours: await page.locator('.note [data-slate-node="element"]').count(),
    unit: 'nodes',
    goal: '≤ 500',
  });
  await veryLong(tab);
  await wholeNote(page);
  const plain = await plainTimes(page, text);
  await open(page, 'long.md');
  for (const [place, go] of Object.entries(PLACES)) {
    await go(page);
    print({
      area: 'notes',
      name: `key press to paint p95, ${place}`,
      ours: quantile(await typedInto(page), 0.95),
      floor: plain[place]!,
      unit: 'ms',
      goal: '≤ 33 ms',
    });
  }
  await browser.close();
}

/** Until a note can be edited. */
async function openings(browser: Browser, ada: Person): Promise<void> {
  const { page, context } = await openTab(browser, ada);
  const open = await openingsOf(page, `document.querySelector('.note[contenteditable="true"] h1')`);
  for (const way of ways) {
    const took = { 'short.md': [] as number[], 'long.md': [] as number[] };
    for (let round = 0; round <= OPENINGS; round++)
      for (const name of ['short.md', 'long.md'] as const) took[name].push(await open(way, name));
    print({
      area: 'notes',
      name: `${way} to editable, 1 MB`,
      ours: median(took['long.md'].slice(1)),
      floor: median(took['short.md'].slice(1)),
      unit: 'ms',
      goal: '≤ 500 ms',
    });
  }
  await context.close();
}

/** A note of 5 MB: its opening, and a key at its end. */
async function veryLong(tab: Tab): Promise<void> {
  const { page } = tab;
  print({
    area: 'notes',
    name: 'CPU time of the longest task while opening, 5 MB',
    ours: await longestTask(tab, async () => {
      await page.goto('/f/w/very-long.md');
      await page.locator('.note-chunk').nth(MANY_CHUNKS).waitFor({ state: 'attached' });
    }),
    unit: 'ms',
    goal: '≤ 500 ms',
  });
  await open(page, 'very-long.md');
  await PLACES['end']!(page);
  print({
    area: 'notes',
    name: 'key press to paint p95, end of 5 MB',
    ours: quantile(await typedInto(page), 0.95),
    unit: 'ms',
    goal: '≤ 100 ms',
  });
}

/** All of a note of 1 MB deleted at once, and brought back. */
async function wholeNote(page: Page): Promise<void> {
  await open(page, 'long.md');
  print({
    area: 'notes',
    name: 'all of 1 MB selected, deleted and undone',
    ours: await time(async () => {
      for (const keys of ['Control+a', 'Delete', 'Control+z']) {
        await page.keyboard.press(keys);
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      }
    }),
    unit: 'ms',
    goal: '≤ 1,000 ms',
  });
}

const PLACES: Record<string, (page: Page) => Promise<void>> = {
  beginning: async (page) => page.keyboard.press('Control+Home'),
  middle: async (page) => {
    await page.getByRole('button', { name: 'Outline' }).click();
    const headings = page.getByRole('dialog', { name: 'Outline' }).getByRole('button');
    await headings.nth(Math.floor((await headings.count()) / 2)).click();
  },
  end: async (page) => page.keyboard.press('Control+End'),
};

/** Opens a note and types into it. */
async function open(page: Page, name: string): Promise<void> {
  await page.goto(`/f/w/${name}`);
  // Searching all of a long note for a role or a text would be measured too.
  const heading = page.locator('.note h1');
  await heading.first().click();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await heading
    .filter({ hasText: /^A (short|long) note$/ })
    .first()
    .waitFor();
}

/** @throws Error - the letters are not in the note */
async function typedInto(page: Page): Promise<number[]> {
  const times = await typed(page);
  const text = await page.evaluate<string | null>('getSelection().anchorNode.textContent');
  if (!text?.includes('x'.repeat(KEYS))) throw new Error('the keys did not reach the note');
  return times;
}

/** The same text in a text field of an empty page. @returns p95 by place */
async function plainTimes(page: Page, text: string): Promise<Record<string, number>> {
  await page.setContent('<textarea style="width: 100%; height: 90vh"></textarea>');
  await page.evaluate(`document.querySelector("textarea").value = ${JSON.stringify(text)}`);
  const at = { beginning: 0, middle: Math.floor(text.length / 2), end: text.length };
  const found: Record<string, number> = {};
  for (const [place, offset] of Object.entries(at)) {
    await page.locator('textarea').focus();
    await page.evaluate(`document.querySelector('textarea').setSelectionRange(${offset}, ${offset})`);
    found[place] = quantile(await typed(page), 0.95);
  }
  return found;
}

/** Measures each key press from its event to the task after the next frame, in the page. */
const WATCH = `
  const times = (window.keyTimes = []);
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => times.push(performance.now() - timeStamp);
    port2.postMessage('');
  }), { capture: true });`;

/** Types letters with pauses, as people do. @returns what each took, in milliseconds */
async function typed(page: Page): Promise<number[]> {
  await page.evaluate(`(() => {${WATCH}})()`);
  for (let n = 0; n < KEYS; n++) {
    await page.keyboard.press('x');
    await delay(PAUSE_MS);
  }
  return page.evaluate<number[]>('window.keyTimes');
}
