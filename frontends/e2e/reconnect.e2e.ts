import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { repetitions } from '@zo/testing/repetitions';
import type { Person } from '../../infra/testing/product/product.js';
import type { FakeProvider } from '../../infra/testing/product/fake-provider.js';
import { BrokenLine, type Break } from './broken-line.js';
import { addModel, enterTerminal } from './page-objects.js';
import { expect, test as base } from './fixture.js';

const DROPS = repetitions(300, 1_000);
const TABS = 6;
const ROWS = 12;

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
interface ReconnectFixtures {
  /** Between the browser and the product. */
  line: BrokenLine;
  live: Live;
  /** Opens a tab behind the line, with or without a clock that the test moves. */
  openLive: (address: string, frozen?: boolean) => Promise<Page>;
}

const test = base.extend<ReconnectFixtures>({
  line: async ({ product }, use) => {
    const line = await BrokenLine.to(product.port);
    await use(line);
    await line.close();
  },
  live: async ({ user, provider }, use) => {
    await user.json('/api/files/create', { root: 'w', path: ['Live'], type: 'folder' });
    await use(new Live(user, provider, await addModel(user, provider)));
  },
  // A tab of its own shares no connection with other tabs.
  openLive: async ({ another, user, line }, use) =>
    use(async (address, frozen = false) => {
      const { page } = await another(user, { url: line.url });
      if (frozen) await page.clock.install();
      await page.goto(address);
      await page.getByRole('grid').or(page.getByText('This folder is empty')).first().waitFor();
      return page;
    }),
});

/** The actions of the same user on another device. */
class Live {
  private written = 0;

  constructor(
    private readonly user: Person,
    private readonly provider: FakeProvider,
    private readonly model: string,
  ) {}

  get files(): number {
    return this.written;
  }

  async onDisk(): Promise<string[]> {
    const path = encodeURIComponent('["Live"]');
    return (await this.user.json<{ names: string[] }>(`/api/files/list?root=w&path=${path}`)).names.toSorted();
  }

  /** Scripts an answer that streams words until it is ended. */
  talk(every: number) {
    const sent = { count: 0, ended: false };
    this.provider.script(async (answer) => {
      while (!sent.ended && !answer.cancelled) {
        answer.text(`w${sent.count++} `);
        await delay(every);
      }
      answer.text('the end');
      answer.end();
    });
    return { sent, whole: () => `${Array.from({ length: sent.count }, (_, n) => `w${n} `).join('')}the end` };
  }

  send(): Promise<{ conversation_id: string }> {
    return this.user.json('/api/conversations/new/messages', { text: 'go on', model: this.model });
  }

  /** Starts a chat. */
  async begin(title: string): Promise<void> {
    this.provider.script((answer) => (answer.text('yes'), answer.end()));
    const { conversation_id: id } = await this.send();
    await this.user.post(`/api/conversations/${id}`, { title }, 'PATCH');
  }

  /** Creates one more file; beyond a limit, deletes the oldest. */
  async change(): Promise<string> {
    const name = `f${++this.written}.txt`;
    await this.user.json('/api/files/write', {
      root: 'w',
      path: ['Live', name],
      content: name,
      base: { absent: true },
    });
    if (this.written > ROWS)
      await this.user.json('/api/files/trash', {
        items: [{ root: 'w', path: ['Live', `f${this.written - ROWS}.txt`] }],
      });
    return name;
  }
}

test.describe('a broken connection', () => {
  test.use({ asOwner: true });

  test(`D13 LS-03 CH-10 ${DROPS} dropped connections under a live answer and a live folder: every word once, every row once`, async ({
    line,
    live,
    openLive,
  }) => {
    test.setTimeout(900_000);
    const { sent, whole } = live.talk(40);
    const { conversation_id: chat } = await live.send();
    const pages = await Promise.all(Array.from({ length: TABS }, () => openLive(`/f/w/Live?chat=${chat}`)));
    await Promise.all(pages.map((page) => eventually(async () => (await words(page)).length > 10)));
    const begun = performance.now();
    const ways: Break[] = ['reset', 'end'];
    for (let n = 0; line.total < DROPS; n++) {
      line.break(ways[n % 2]!, { what: n % 50 === 0 ? /./ : /events/, olderThan: 40 });
      if (n % 10 === 0) await live.change();
      if (n % 25 === 0) await hide(pages[(n / 25) % TABS]!, n % 50 === 0);
      await delay(20);
    }
    const took = performance.now() - begun;
    sent.ended = true;
    for (const page of pages) await hide(page, false);
    const last = await live.change();
    const files = await live.onDisk();
    expect(files).toContain(last);
    for (const page of pages) {
      await eventually(async () => (await words(page)) === whole()).catch(async () =>
        expect(await words(page)).toBe(whole()),
      );
      // A token for the live connection is requested at most every fifteen seconds, which bounds the delay.
      await eventually(async () => (await names(page)).toSorted().join() === files.join()).catch(async () =>
        expect((await names(page)).toSorted()).toEqual(files),
      );
    }
    console.log(
      `D13: ${line.total} drops ${JSON.stringify(line.drops)} in ${Math.round(took)} ms, ${sent.count} words, ` +
        `${live.files} files, back ${Math.round(performance.now() - begun - took)} ms after the last`,
    );
    expect(line.total).toBeGreaterThanOrEqual(DROPS);
  });

  test('D13 LS-03 CH-08 a silently dead connection is noticed, and missed events arrive', async ({
    user,
    line,
    live,
    openLive,
  }) => {
    const { sent, whole } = live.talk(100);
    const { conversation_id: chat } = await live.send();
    const page = await openLive(`/f/w/Live?chat=${chat}`, true);
    await page.clock.resume();
    await eventually(async () => (await words(page)).length > 10);
    await page.keyboard.press('Control+Backquote');
    await enterTerminal(page);
    await page.keyboard.type('until [ -e go ]; do sleep 0.1; done; echo the shell said $((6 * 7))\n');
    const shell = page.locator('.xterm-rows');
    await shell.getByText('until').first().waitFor();
    expect(line.break('half-open')).toBeGreaterThanOrEqual(3);
    const missed = await live.change();
    await user.json('/api/files/create', { root: 'w', path: ['go'], type: 'file' });
    sent.ended = true;
    // The browser's idle keep-alive connections are dead too, and each one has to be detected.
    const later = async (seen: () => Promise<boolean>) =>
      eventually(async () => (await page.clock.fastForward(11_000), seen()));
    await later(async () => (await words(page)) === whole()).catch(async () => expect(await words(page)).toBe(whole()));
    await later(async () => (await names(page)).includes(missed));
    await later(async () => (await shell.getByText('the shell said 42').count()) > 0);
  });

  test('LS-03 changes between the first read and the live connection are shown, and so are changes during an outage', async ({
    line,
    live,
    openLive,
  }) => {
    const page = await openLive('/f/w');
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
    await live.change();
    await live.begin('the first');
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
    const missed = await live.change();
    await live.begin('before the line');
    // Both changes are on the server by now, but this page has received neither.
    expect([(await names(page)).includes(missed), await chats('before the line')]).toEqual([false, false]);
    open();
    await eventually(async () => (await names(page)).includes(missed) && (await chats('before the line')));
    await closed();
    await eventually(() => line.break('reset', { what: /^\/api\/ws/ }) > 0);
    await live.begin('while it was away');
    open();
    await eventually(() => chats('while it was away'), 40_000);
  });

  test('AU-07 D13 LS-03 the live connection, lost repeatedly, resumes with every missed event exactly once', async ({
    line,
    live,
    openLive,
  }) => {
    const page = await openLive('/f/w/Live', true);
    await page.clock.resume();
    const socket = /^\/api\/ws/;
    for (let time = 0; time < 20; time++) {
      await eventually(() => line.break(time % 2 === 0 ? 'reset' : 'end', { what: socket }) > 0);
      const missed = await live.change();
      await page.clock.fastForward(16_000);
      await eventually(async () => (await names(page)).includes(missed));
      const seen = await names(page);
      expect(new Set(seen).size).toBe(seen.length);
    }
    await eventually(async () => (await names(page)).toSorted().join() === (await live.onDisk()).join());
  });
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
