/** Test fixtures: the product of a worker, a user of it for each test, and tabs whose errors fail the test. */
import { expect, type Page, test as base } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeProvider, startFakeProvider } from '../../infra/testing/product/fake-provider.js';
import { Person, type Product, type ProductOptions, startProduct } from '../../infra/testing/product/product.js';
import { openTab, type Tab, type TabOptions } from './browser.js';
import { config } from './config.js';
import { emptyComputer } from './owner.js';
import { connectToProduct } from './running-product.js';
import { Users } from './users.js';

export { expect, type Page };

/** Errors that the browser itself logs for failed requests, which tests cause on purpose. */
const BROWSER_ERRORS = /Failed to load resource|WebSocket connection|net::ERR/;
/** Computers of earlier tests sleep, so that their processes do not pile up. */
const SHARED = { environment: { ZO_IDLE_MINUTES: '1' } } satisfies ProductOptions;

/** Longer than `startProduct` waits, which fails with the output of the product. */
const START_MS = 260_000;

interface WorkerFixtures {
  /** The product that the tests of a worker share. */
  product: Product;
  owner: Person;
  users: Users;
}

interface TestFixtures {
  /** Set with `test.use`: errors of pages that are no failure. */
  expectedErrors: RegExp[];
  /** Set with `test.use`: what kind of tab `page` is in. */
  tabOptions: TabOptions;
  /** Errors that pages reported; a test must end with none. */
  pageErrors: string[];
  /** Set with `test.use`: `user` is the owner, whose files, chats and models of earlier tests are removed. */
  asOwner: boolean;
  /** A user of the shared product with an empty computer. */
  user: Person;
  /** A tab of `user`. */
  tab: Tab;
  /** Opens a tab in another browser profile: signed in as a user, or as a visitor of an address. */
  another: (visitor: Person | string, options?: TabOptions) => Promise<Tab>;
  /** Starts a product for this test alone. */
  startOwn: (options?: ProductOptions) => Promise<Product>;
  /** Stops the shared product and starts it on the same data and port. */
  restart: () => Promise<void>;
  provider: FakeProvider;
  /** An empty folder on the disk of the browser's user. */
  disk: string;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({}, use) => {
      const product = config.running ? connectToProduct(config.running) : await startProduct(SHARED);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  owner: [
    async ({ product }, use) =>
      use(config.running ? await Person.signIn(product, '', config.owner) : await Person.claim(product)),
    { scope: 'worker' },
  ],
  users: [
    async ({ owner }, use) => {
      const users = new Users(owner);
      await use(users);
      await users.close();
    },
    { scope: 'worker' },
  ],
  restart: async ({ product }, use, info) =>
    use(async () => {
      info.setTimeout(info.timeout + START_MS);
      const { data, port } = product;
      await product.stop({ keep: true });
      Object.assign(product, await startProduct({ ...SHARED, data, port }));
    }),
  asOwner: [false, { option: true }],
  user: async ({ asOwner, product, users }, use) => {
    if (!asOwner) return use(await users.next());
    // A session of its own, because one-time tokens are limited per session.
    const owner = await Person.signIn(product, '', config.owner);
    await emptyComputer(owner);
    return use(owner);
  },
  expectedErrors: [[], { option: true }],
  tabOptions: [{}, { option: true }],
  pageErrors: async ({ expectedErrors }, use) => {
    const errors: string[] = [];
    await use(errors);
    expect(errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)))).toEqual([]);
  },
  another: async ({ browser, pageErrors }, use) => {
    const tabs: Tab[] = [];
    let isOver = false;
    const report = (text: string) => void (!isOver && pageErrors.push(text));
    await use(async (visitor, options) => {
      const tab = await openTab(browser, visitor, options);
      tabs.push(tab);
      tab.context.on('weberror', (error) => report(error.error().message));
      tab.context.on('console', (message) => {
        if (message.type() === 'error' && !BROWSER_ERRORS.test(message.text())) report(message.text());
      });
      return tab;
    });
    // Closing ends requests of pages that still load.
    isOver = true;
    await Promise.all(tabs.map(({ context }) => context.close()));
  },
  tab: async ({ another, user, tabOptions }, use) => use(await another(user, tabOptions)),
  context: async ({ tab }, use) => use(tab.context),
  page: async ({ tab }, use) => use(tab.page),
  startOwn: async ({}, use, info) => {
    const products: Product[] = [];
    await use(async (options) => {
      info.setTimeout(info.timeout + START_MS);
      const product = await startProduct(options);
      products.push(product);
      return product;
    });
    await Promise.all(products.map((product) => product.stop()));
  },
  provider: async ({}, use) => {
    const provider = await startFakeProvider();
    await use(provider);
    await provider.stop();
  },
  disk: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'zo-disk-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});
