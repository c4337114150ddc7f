import { randomUUID } from 'node:crypto';
import { Person } from '../../infra/testing/product/product.js';
import { contentOf, PASSWORD, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.describe('the first run', () => {
  test('AP-01 pages of a visitor follow the system between light and dark without a reload', async ({
    another,
    product,
  }) => {
    const { page } = await another(product.url);
    await page.goto('/login');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-mode=${colorScheme}]`).waitFor({ state: 'attached' });
    }
  });

  test('AU-02 the claim link makes its visitor the owner @replicas', async ({ another, startOwn }) => {
    const product = await startOwn();
    const { page } = await another(product.url);
    const link = /http:\/\/\S+claim#token=\S+/.exec(product.output())![0];
    await page.goto(link);
    await page.getByLabel('E-mail').waitFor();
    await saveScreenshots(page, '1-claim');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByLabel('Password').first().fill(PASSWORD);
    await page
      .getByLabel(/handle/i)
      .first()
      .fill('ada');
    await page.getByRole('button', { name: /make it mine|claim|create|start/i }).click();
    await page.waitForURL(/\/f/);
    await page.getByText('Computer is on').waitFor();
    const user = await Person.signIn(product, 'ada');
    expect((await user.json<{ is_owner: boolean }>('/api/auth/me')).is_owner).toBe(true);
  });

  test('PC-01 LP-08 the computer is awake; the tree and the stats bar show its real state @replicas', async ({
    page,
  }) => {
    await page.goto('/f');
    await page.getByText('Computer is on').waitFor();
    await page.getByRole('treeitem', { name: /Articles/ }).waitFor();
    const memory = await page.getByRole('meter', { name: 'Memory' }).getAttribute('aria-valuenow');
    expect(Number(memory)).toBeGreaterThan(0);
    await page.goto('/f/w');
    const rows = page.getByRole('grid', { name: 'Workspace' }).getByRole('rowgroup').last();
    await page.getByText('Nothing of yours is here yet').waitFor();
    expect(await rows.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    await saveScreenshots(page, '2-empty');
    await page.goto('/system');
    await page.getByText('Debian').first().waitFor();
    await saveScreenshots(page, '2-system');
  });

  test('AU-02 S4 a second user has their own computer and no access to the first @replicas', async ({
    another,
    product,
    owner,
  }) => {
    await write(owner, { 'secret.md': 'mine' });
    const { page } = await another(owner);
    // As on a page without TLS, where browsers have no clipboard API.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto('/settings/people');
    const guest = page.getByLabel('E-mail of the guest');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.getByText('Copied link').waitFor();
    await guest.press('Control+v');
    const link = await guest.inputValue();
    expect(link).toMatch(/\/signup\?invitation=.+/);
    const handle = `bob-${randomUUID().slice(0, 8)}`;
    const bob = await another(product.url);
    await bob.page.goto(link);
    await bob.page.getByLabel('E-mail').fill(`${handle}@example.com`);
    await bob.page.getByLabel('Password').first().fill(PASSWORD);
    await bob.page
      .getByLabel(/handle/i)
      .first()
      .fill(handle);
    await saveScreenshots(bob.page, '8-sign-up');
    await bob.page.getByRole('button', { name: /sign up|create/i }).click();
    await bob.page.waitForURL(/\/f/);
    expect(await contentOf(await Person.signIn(product, handle), 'secret.md')).toBeNull();
    await bob.page.goto('/f/w/secret.md');
    await bob.page.getByText('File not found: secret.md').waitFor();
  });

  test('PC-01 everything is still there after a restart @replicas', async ({ page, user, restart }) => {
    await user.json('/api/files/create', { root: 'w', path: ['kept.md'], type: 'note', content: 'kept\n' });
    await restart();
    await page.goto('/f/w');
    await row(page, 'kept.md').waitFor();
    expect(await contentOf(user, 'kept.md')).toBe('kept\n');
  });
});

test.describe('the next user of a tab', () => {
  // It is offline for a moment, in which it may load code.
  test.use({ expectedErrors: [/ChunkLoadError/] });

  test('S4 RT-06 a user who signs in after another in the same tab finds none of their names, drafts or recent files', async ({
    another,
    user,
    users,
  }) => {
    const bob = await users.next();
    await write(bob, { 'bobs words.md': 'mine', 'bobs code.txt': 'mine\n' });
    const { page: tab, context } = await another(bob);
    await tab.route('**/api/files/write', (route) => route.abort());
    await tab.goto('/f/w/bobs code.txt');
    await tab.getByRole('textbox', { name: 'Text of bobs code.txt' }).click();
    await tab.keyboard.type('bobs edit ');
    await tab.getByText('Kept here, saved when the server is back').waitFor();
    await tab.goto('/f/w/bobs words.md?chat=new');
    await tab.getByRole('textbox', { name: 'Message' }).fill('bobs unsent question');
    await tab.goto('/f/w?chat=new');
    await row(tab, 'bobs words.md').waitFor();
    const kept = () =>
      tab.evaluate(async () => {
        const drafts: unknown[] = [];
        for (const { name } of (await indexedDB.databases()).filter((database) => database.name === 'zo-drafts'))
          await new Promise<void>((resolve, reject) => {
            const opening = indexedDB.open(name!);
            opening.onerror = () => reject(opening.error!);
            opening.onsuccess = () => {
              const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
              all.onerror = () => reject(all.error!);
              all.onsuccess = () => {
                drafts.push(...all.result);
                opening.result.close();
                resolve();
              };
            };
          });
        return JSON.stringify([
          { ...localStorage },
          { ...sessionStorage },
          decodeURIComponent(document.cookie),
          drafts,
        ]);
      });
    const before = await kept();
    for (const text of ['bobs words', 'bobs unsent', 'bobs edit']) expect(before).toContain(text);
    // Hears of nothing but what the browser tells it, as a tab that slept.
    const asleep = await context.newPage();
    await asleep.goto('/f/w');
    await row(asleep, 'bobs words.md').waitFor();
    await asleep.route('**/api/**', () => undefined);
    const woken = asleep.waitForEvent('load');
    // Ends the session outside the page, which notices by itself and keeps its data in memory.
    await context.clearCookies({ name: /sid$/ });
    await context.setOffline(true);
    await context.setOffline(false);
    await tab.waitForURL(/\/login/);
    await tab.getByLabel('E-mail').fill(`${user.me.handle}@example.com`);
    await tab.getByLabel('Password').fill(PASSWORD);
    const words: string[] = [];
    await tab.exposeFunction('sawBobs', (text: string) => void words.push(text));
    await tab.evaluate(() =>
      new MutationObserver(
        () =>
          document.body.innerText.includes('bobs') &&
          (window as unknown as { sawBobs: (text: string) => void }).sawBobs(document.body.innerText),
      ).observe(document.body, { childList: true, subtree: true }),
    );
    await tab.keyboard.press('Enter');
    await tab.getByText('Computer is on').waitFor();
    expect(await kept()).not.toContain('bobs');
    expect(await tab.locator('body').innerText()).not.toContain('bobs');
    expect(words).toEqual([]);
    await woken;
    expect(await asleep.locator('body').innerText()).not.toContain('bobs');
  });
});
