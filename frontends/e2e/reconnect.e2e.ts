import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import { Person, type Product, startProduct } from '../../infra/testing/product/product.js';
import { type FakeProvider, startFakeProvider } from '../../infra/testing/product/fake-provider.js';
import { BrokenLine, type Break } from './broken-line.js';
import { openBrowser, openTab } from './browser.js';
import { enterTerminal } from './page-objects.js';

const DROPS = 1_000;
const TABS = 6;
const ROWS = 12;
let product: Product;
let line: BrokenLine;
let ada: Person;
let browser: Browser;
let provider: FakeProvider;
let model: string;

beforeAll(async () => {
  product = await startProduct();
  ada = await Person.claim(product);
  line = await BrokenLine.to(product.port);
  provider = await startFakeProvider();
  const { id } = await ada.json<{ id: string }>('/api/models/providers', {
    kind: 'openai-compatible',
    label: 'Fake',
    base_url: provider.url,
    api_key: 'sk-none',
    models: ['m'],
  });
  model = `${id}:m`;
  await ada.json('/api/files/create', { root: 'w', path: ['Live'], type: 'folder' });
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await provider?.stop();
  await product?.stop();
});

/** A tab of Ada in a new browser profile, which shares no connection with other tabs. */
async function tab(address: string, frozen = false): Promise<Page> {
  const { page, context } = await openTab(browser, line.url);
  await context.addCookies([
    { name: 'sid', value: ada.cookie.split('=')[1]!, url: line.url, httpOnly: true, sameSite: 'Lax' },
  ]);
  if (frozen) await page.clock.install();
  await page.goto(address);
  await page.getByRole('grid').or(page.getByText('This folder is empty')).first().waitFor();
  return page;
}

/** The visible content: the names of the listing in order, and the text of the last answer. */
const names = (page: Page) =>
  page
    .getByRole('grid')
    .first()
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => /f\d+\.txt/.exec(row.textContent ?? '')?.[0]).filter((name) => name !== undefined),
    );
const words = (page: Page) =>
  page.evaluate(
    () => /w0 [\sw\d]*w\d+(?: the end)?/.exec(document.querySelector('[role=log]')?.textContent ?? '')?.[0] ?? '',
  );
const onDisk = async () =>
  (
    await ada.json<{ names: string[] }>(`/api/files/list?root=w&path=${encodeURIComponent('["Live"]')}`)
  ).names.toSorted();

/** Scripts an answer that streams words until it is ended. */
function talk(every: number) {
  const said = { count: 0, ended: false };
  provider.script(async (answer) => {
    while (!said.ended && !answer.cancelled) {
      answer.text(`w${said.count++} `);
      await delay(every);
    }
    answer.text('the end');
    answer.end();
  });
  return { said, whole: () => `${Array.from({ length: said.count }, (_, n) => `w${n} `).join('')}the end` };
}

const send = () => ada.json<{ conversation_id: string }>('/api/conversations/new/messages', { text: 'go on', model });

/** Starts a chat on another device. */
const begin = async (title: string) => {
  provider.script((answer) => (answer.text('yes'), answer.end()));
  const { conversation_id: id } = await send();
  await ada.post(`/api/conversations/${id}`, { title }, 'PATCH');
};

let written = 0;
/** Creates one more file; beyond a limit, deletes the oldest. */
async function change(): Promise<string> {
  const name = `f${++written}.txt`;
  await ada.json('/api/files/write', { root: 'w', path: ['Live', name], content: name, base: { absent: true } });
  if (written > ROWS)
    await ada.json('/api/files/trash', { items: [{ root: 'w', path: ['Live', `f${written - ROWS}.txt`] }] });
  return name;
}

describe('a broken connection', () => {
  it(`D13 LS-03 CH-10 ${DROPS} dropped connections under a live answer and a live folder: every word once, every row once`, async () => {
    const { said, whole } = talk(40);
    const { conversation_id: chat } = await send();
    const pages = await Promise.all(Array.from({ length: TABS }, () => tab(`/f/w/Live?chat=${chat}`)));
    await Promise.all(pages.map((page) => eventually(async () => (await words(page)).length > 10)));
    const begun = performance.now();
    const ways: Break[] = ['reset', 'end'];
    for (let n = 0; line.total < DROPS && performance.now() - begun < 100_000; n++) {
      line.break(ways[n % 2]!, { what: n % 50 === 0 ? /./ : /events/, olderThan: 40 });
      if (n % 10 === 0) await change();
      if (n % 25 === 0) await hide(pages[(n / 25) % TABS]!, n % 50 === 0);
      await delay(20);
    }
    const took = performance.now() - begun;
    said.ended = true;
    for (const page of pages) await hide(page, false);
    const last = await change();
    const files = await onDisk();
    expect(files).toContain(last);
    for (const page of pages) {
      await eventually(async () => (await words(page)) === whole(), 20_000).catch(async () =>
        expect(await words(page)).toBe(whole()),
      );
      // A token for the live connection is requested at most every fifteen seconds, which bounds the delay.
      await eventually(async () => (await names(page)).toSorted().join() === files.join(), 20_000).catch(async () =>
        expect((await names(page)).toSorted()).toEqual(files),
      );
    }
    console.log(
      `D13: ${line.total} drops ${JSON.stringify(line.drops)} in ${Math.round(took)} ms, ${said.count} words, ${written} files, back ${Math.round(performance.now() - begun - took)} ms after the last`,
    );
    expect(line.total).toBeGreaterThanOrEqual(DROPS);
    for (const page of pages) await page.context().close();
  }, 150_000);

  it('D13 LS-03 CH-08 a silently dead connection is noticed, and missed events arrive', async () => {
    const { said, whole } = talk(100);
    const { conversation_id: chat } = await send();
    const page = await tab(`/f/w/Live?chat=${chat}`, true);
    await page.clock.resume();
    await eventually(async () => (await words(page)).length > 10);
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type('until [ -e go ]; do sleep 0.1; done; echo the shell said $((6 * 7))\n');
    const shell = page.locator('.xterm-rows');
    await shell.getByText('until').first().waitFor();
    expect(line.break('half-open')).toBeGreaterThanOrEqual(3);
    const missed = await change();
    await ada.json('/api/files/create', { root: 'w', path: ['go'], type: 'file' });
    said.ended = true;
    // The browser's idle keep-alive connections are dead too, and each one has to be detected.
    const later = async (seen: () => Promise<boolean>) =>
      eventually(async () => (await page.clock.fastForward(11_000), seen()));
    await later(async () => (await words(page)) === whole()).catch(async () => expect(await words(page)).toBe(whole()));
    await later(async () => (await names(page)).includes(missed));
    await later(async () => (await shell.getByText('the shell said 42').count()) > 0);
    await page.context().close();
  }, 60_000);

  it('LS-03 changes between the first read and the live connection are shown, and so are changes during an outage', async () => {
    const page = await tab('/f/w');
    let open = () => {};
    const closed = () => {
      const opened = new Promise<void>((resolve) => (open = resolve));
      return page.route(
        '**/api/tokens/wss-nonce',
        async (route) => {
          await opened;
          await route.continue();
        },
        { times: 1 },
      );
    };
    const titles = () => page.getByRole('navigation', { name: 'Chats' }).getByRole('link').allInnerTexts();
    const chats = async (missed: string) => (await titles()).some((title) => title.includes(missed));
    await closed();
    await page.goto('/f/w/Live');
    await page
      .getByRole('button', { name: 'Chats', exact: true })
      .or(page.getByRole('tab', { name: 'Chats', exact: true }))
      .first()
      .click();
    await eventually(async () => (await names(page)).length > 0 && (await titles()).length > 0);
    const missed = await change();
    await begin('before the line');
    // Both changes are on the server by now, but this page has received neither.
    expect([(await names(page)).includes(missed), await chats('before the line')]).toEqual([false, false]);
    open();
    await eventually(async () => (await names(page)).includes(missed) && (await chats('before the line')));
    await closed();
    await eventually(() => line.break('reset', { what: /^\/api\/ws/ }) > 0);
    await begin('while it was away');
    open();
    await eventually(() => chats('while it was away'), 40_000);
    await page.context().close();
  }, 90_000);

  it('AU-07 D13 LS-03 the live connection, lost repeatedly, resumes with every missed event exactly once', async () => {
    // One-time tokens are limited per session, and the earlier test used up those of the old one.
    ada = await Person.signIn(product, 'ada');
    const page = await tab('/f/w/Live', true);
    await page.clock.resume();
    const live = /^\/api\/ws/;
    for (let time = 0; time < 20; time++) {
      await eventually(() => line.break(time % 2 === 0 ? 'reset' : 'end', { what: live }) > 0);
      const missed = await change();
      await page.clock.fastForward(16_000);
      await eventually(async () => (await names(page)).includes(missed));
      const seen = await names(page);
      expect(new Set(seen).size).toBe(seen.length);
    }
    await eventually(async () => (await names(page)).toSorted().join() === (await onDisk()).join());
    await page.context().close();
  }, 60_000);
});

/** Moves the tab to the background, or back to the foreground. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );
}
