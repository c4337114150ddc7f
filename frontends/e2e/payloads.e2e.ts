import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../infra/testing/product/fake-provider.js';
import { openBrowser, openTab } from './browser.js';
import { payloads } from './payloads.js';

const MIN = 600;
const ALL = payloads();
let product: Product;
let ada: Person;
let browser: Browser;
let page: Page;
let provider: FakeProvider;
const caught: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  provider = await startFakeProvider();
  browser = await openBrowser();
  page = await trapped();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await provider?.stop();
  await product?.stop();
});

/** A tab that records a script that runs, one blocked by the policy, a dialog and a new window. */
async function trapped(): Promise<Page> {
  const tab = await openTab(browser, product.url);
  await tab.context.addCookies([
    { name: 'sid', value: ada.cookie.split('=')[1]!, url: product.url, httpOnly: true, sameSite: 'Lax' },
  ]);
  await tab.context.exposeBinding('zoTrap', (_source, number: number) => void caught.push(`ran: ${ALL[number]}`));
  await tab.context.exposeBinding('zoViolation', (_source, what: string) => void caught.push(`stopped: ${what}`));
  await tab.context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      (globalThis as unknown as { zoViolation(what: string): void }).zoViolation(
        `${event.effectiveDirective} ${event.sample}`,
      ),
    ),
  );
  tab.page.on('dialog', (dialog) => (caught.push(`dialog ${dialog.message()}`), void dialog.dismiss()));
  tab.context.on('page', () => void caught.push('a window was opened'));
  return tab.page;
}

const put = (name: string, content: string) =>
  ada.json('/api/files/write', { root: 'w', path: [name], content, base: { any: true } });

/** Triggers event handlers on the page: hovering, clicking, scrolling, painting. */
async function provoke(): Promise<void> {
  await page.evaluate(async () => {
    for (const element of document.querySelectorAll('main *, [role=log] *')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'focusin', 'toggle', 'load', 'error', 'animationstart'])
        element.dispatchEvent(new Event(type, { bubbles: false }));
    }
    document.querySelectorAll('main *').forEach((element) => (element.scrollTop = element.scrollHeight));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
  });
}
/** Links that would run a script on a click. */
const badLinks = () =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a[href], area[href]'), (link) => (link as HTMLAnchorElement).protocol).filter(
      (scheme) => !['http:', 'https:', 'mailto:'].includes(scheme),
    ),
  );
const mark = (n: number) => `end-of-all-${n}`;

describe('payloads', () => {
  it(`S5 there are at least ${MIN}, and the trap works`, async () => {
    expect(new Set(ALL).size).toBeGreaterThanOrEqual(MIN);
    await page.goto('/f/w');
    await page.evaluate(() => (globalThis as unknown as { zoTrap(n: number): void }).zoTrap(0));
    await eventually(() => caught.length > 0);
    expect(caught.splice(0)).toEqual([`ran: ${ALL[0]}`]);
  });

  it.each([
    ['a note', 'note.md', (all: readonly string[]) => `${all.join('\n\n')}\n\n${mark(0)}`],
    ['code', 'code.html', (all: readonly string[]) => `${mark(0)}\n${all.join('\n')}`],
    ['plain text', 'text.txt', (all: readonly string[]) => `${mark(0)}\n${all.join('\n')}`],
    [
      'JavaScript',
      'code.js',
      (all: readonly string[]) => `${mark(0)}\n${all.map((text) => JSON.stringify(text)).join('\n')}`,
    ],
    ['JSON', 'data.json', (all: readonly string[]) => JSON.stringify([mark(0), ...all])],
    [
      'a table',
      'table.csv',
      (all: readonly string[]) =>
        `${mark(0)},b\n${all.map((text) => `"${text.replaceAll('"', '""')}",${JSON.stringify(text.replaceAll('"', "'"))}`).join('\n')}`,
    ],
    [
      'a picture',
      'picture.svg',
      (all: readonly string[]) =>
        `<svg xmlns="http://www.w3.org/2000/svg"><desc>${mark(0)}</desc>${all.join('')}</svg>`,
    ],
    ['no picture', 'picture.png', (all: readonly string[]) => all.join('')],
    ['no sound', 'sound.mp3', (all: readonly string[]) => all.join('')],
    ['no film', 'film.mp4', (all: readonly string[]) => all.join('')],
    ['bytes', 'blob.bin', (all: readonly string[]) => `\0${all.join('')}`],
  ] as const)(
    'S5 FV-01 none of them runs as %s',
    async (_what, name, write) => {
      await put(name, write(ALL));
      await page.goto(`/f/w/${name}`);
      await page.getByRole('navigation', { name: 'Path' }).getByRole('heading').waitFor();
      await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await provoke();
      expect(await badLinks()).toEqual([]);
      expect(caught).toEqual([]);
    },
    60_000,
  );

  it('S5 FT-13 none of them runs as a name in the listing, the tree, the title and the search', async () => {
    const names = ALL.map((text) => text.replaceAll(/[/\0\n]/g, '|')).filter((text) => Buffer.byteLength(text) <= 200);
    expect(names.length).toBeGreaterThan(500);
    await ada.json('/api/files/create', { root: 'w', path: ['Names'], type: 'folder' });
    for (let from = 0; from < names.length; from += 8)
      await Promise.all(
        names.slice(from, from + 8).map((name, n) =>
          ada.post('/api/files/write', {
            root: 'w',
            path: ['Names', `${from + n}${name}`],
            content: 'x',
            base: { any: true },
          }),
        ),
      );
    await page.goto('/f/w/Names');
    await page.getByRole('row').nth(3).waitFor();
    for (let step = 0; step < 12; step++) {
      await provoke();
      await page.mouse.move(700, 500);
      await page.mouse.wheel(0, 1_500);
    }
    for (const n of [0, 200, 400, names.length - 1])
      await page.goto(`/f/w/Names/${encodeURIComponent(`${n}${names[n]}`)}`).then(provoke);
    expect(await badLinks()).toEqual([]);
    expect(caught).toEqual([]);
  }, 90_000);

  it('S5 CH-01 none of them runs as a question, answer, reasoning and title of a chat', async () => {
    const { id } = await ada.json<{ id: string }>('/api/models/providers', {
      kind: 'openai-compatible',
      label: ALL[3]!.slice(0, 90),
      base_url: provider.url,
      api_key: 'sk-none',
      models: ['m'],
    });
    provider.script((answer) => (answer.text(`${ALL.join('\n\n')}\n\n${mark(1)}`), answer.end()));
    const sent = await ada.json<{ conversation_id: string; run_id: string }>('/api/conversations/new/messages', {
      text: ALL.slice(0, 200).join('\n\n'),
      model: `${id}:m`,
    });
    await ada.post(`/api/conversations/${sent.conversation_id}`, { title: ALL[0] }, 'PATCH');
    await page.goto(`/f/w?chat=${sent.conversation_id}`);
    await page.getByText(mark(1)).waitFor();
    await provoke();
    expect(await badLinks()).toEqual([]);
    expect(caught).toEqual([]);
  }, 60_000);
});
