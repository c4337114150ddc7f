/** What the browser asks for before a folder is on the page. */
import type { Page, Request } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { leaveAnswersOut, onDisk, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';
import { saveScreenshot } from './screenshots.js';

const FOLDER = 'Pläne & 100 % mehr';
const ADDRESS = `/f/w/${encodeURIComponent(FOLDER)}`;
const isListing = (request: Request) =>
  request.url().includes(`/api/files/list?root=w&path=${encodeURIComponent(JSON.stringify([FOLDER]))}`);

/** The requests of a page until now, in order. */
function requestsOf(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}

const SCRIPTS = /\.js$/;
/** Keeps the scripts of the page away until the returned function is called. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await isReleased;
    await route.continue();
  });
  return async () => release();
}

/** The page names its scripts, none of which loads twice; listing and session wait for no other script. */
function expectOneRound(requests: readonly Request[], html: string): void {
  const scripts = requests.filter((request) => request.resourceType() === 'script').map((request) => request.url());
  const addresses = scripts.map((url) => new URL(url).pathname);
  expect(addresses).toEqual([...new Set(addresses)]);
  for (const part of ['bootstrap', 'signed-in', 'remoteEntry', '__federation_expose_routes'])
    expect(addresses.filter((address) => address.includes(part) && html.includes(`"${address}"`))).toHaveLength(1);
  const first = addresses.findIndex((address) => !html.includes(`"${address}"`));
  const late = first < 0 ? requests.length : requests.findIndex((request) => request.url() === scripts[first]);
  expect(requests.findIndex(isListing)).toBeLessThan(late);
}

const EARLY = '#early-names [data-name]';
/** Names with the left upper corner of their text, in the order of the page. */
const early = (page: Page) =>
  page
    .locator(EARLY)
    .evaluateAll((names) =>
      names.map((name) => [
        (name as HTMLElement).dataset.name,
        name.getBoundingClientRect().x,
        name.getBoundingClientRect().y,
      ]),
    );
const listed = (page: Page) =>
  page
    .locator('main [data-row] span.truncate')
    .evaluateAll((names) =>
      names.map((name) => [name.textContent, name.getBoundingClientRect().x, name.getBoundingClientRect().y]),
    );

const MIXED = ['b.txt', 'file 10.md', 'file 9.md', 'Ärger.md', '_draft.md', 'zeta/x', 'Alpha/x', '.hidden'];

test.describe('the first page', () => {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const)
    test(`FT-03 at ${width} px names stand in their place before the code has arrived`, async ({ another, user }) => {
      await write(user, Object.fromEntries(MIXED.map((name) => [`${FOLDER}/${name}`, '1'])));
      const { page } = await another(user, { phone: width < 768, dark: width === 768 });
      await page.setViewportSize({ width, height });
      const release = await holdScripts(page);
      await page.goto(ADDRESS, { waitUntil: 'commit' });
      await page.locator(EARLY).last().waitFor();
      const names = await early(page);
      await saveScreenshot(page, `early-names-${width}`);
      expect(names.map(([name]) => name)).toEqual([
        'Alpha',
        'zeta',
        '_draft.md',
        'Ärger.md',
        'b.txt',
        'file 9.md',
        'file 10.md',
      ]);
      await release();
      await row(page, 'b.txt').waitFor();
      expect(await listed(page)).toEqual(names);
      await expect(page.locator(EARLY)).toHaveCount(0);
    });

  for (const [what, query, views] of [
    ['a view of the folder', '?view=deleted', ''],
    ['tiles', '', `[["w/x",{"isGrid":true,"columns":5}]]`],
  ] as const)
    test(`FT-03 no names are shown early before ${what}`, async ({ page, user }) => {
      await write(user, { [`${FOLDER}/first.txt`]: '1' });
      await page.addInitScript(() => {
        const seen = () => document.querySelector('#early-names') && (document.documentElement.dataset.early = 'seen');
        new MutationObserver(seen).observe(document, { subtree: true, childList: true });
      });
      await page.goto(ADDRESS);
      await row(page, 'first.txt').waitFor();
      await expect(page.locator('html')).toHaveAttribute('data-early', 'seen');
      await page.evaluate((text) => text && localStorage.setItem('zo-folder-views', text), views);
      await page.goto(ADDRESS + query);
      await page.locator('main').getByText('first.txt').or(page.getByText('Deleted')).first().waitFor();
      await expect(page.locator('html')).not.toHaveAttribute('data-early', 'seen');
    });

  for (const [where, count] of [
    ['in the page itself', 0],
    ['once, where the page must not hold it', 1],
  ] as const)
    test(`FT-03 a folder and the session come ${where}, while the code loads in one round`, async ({ page, user }) => {
      await write(user, { [`${FOLDER}/first.txt`]: '1' });
      if (count > 0) await leaveAnswersOut(page);
      const requests = requestsOf(page);
      let html = '';
      await expect(async () => {
        requests.length = 0;
        html = await (await page.goto(ADDRESS))!.text();
        // A busy machine may leave the listing out of a page.
        expect(html.includes('first.txt')).toBe(count === 0);
      }).toPass();
      await row(page, 'first.txt').waitFor();
      expect(requests.filter(isListing)).toHaveLength(count);
      expect(requests.filter((request) => request.url().endsWith('/api/auth/me'))).toHaveLength(count);
      expectOneRound(requests, html);
    });

  test('FT-03 the first names of a large folder come in the page, and all of it once', async ({
    page,
    user,
    product,
  }) => {
    await write(user, { [`${FOLDER}/zeta/x`]: '1' });
    const folder = await onDisk(product, user, FOLDER);
    for (let n = 0; n < 3_000; n++) writeFileSync(`${folder}/file ${n}.txt`, '');
    const requests = requestsOf(page);
    const release = await holdScripts(page);
    await expect(async () => {
      requests.length = 0;
      await page.goto(ADDRESS, { waitUntil: 'commit' });
      // A busy machine may leave the listing out of a page.
      await page.locator(EARLY).last().waitFor({ timeout: 3_000 });
    }).toPass();
    expect((await early(page)).slice(0, 4).map(([name]) => name)).toEqual([
      'zeta',
      'file 0.txt',
      'file 1.txt',
      'file 2.txt',
    ]);
    await release();
    await row(page, 'file 2.txt').waitFor();
    expect(requests.filter(isListing)).toHaveLength(1);
    await page.locator('main [data-row]').first().click();
    await page.keyboard.press('End');
    await row(page, 'file 2999.txt').waitFor();
  });

  test('LS-03 a change between the listing and the live connection arrives', async ({ page, user, product }) => {
    await write(user, { [`${FOLDER}/first.txt`]: '1' });
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    await page.route('**/api/tokens/wss-nonce', async (route) => {
      await isWritten;
      await route.continue();
    });
    await page.goto(ADDRESS);
    await row(page, 'first.txt').waitFor();
    writeFileSync(await onDisk(product, user, `${FOLDER}/second.txt`), '2');
    written();
    await row(page, 'second.txt').waitFor();
  });

  test('AU-01 a visitor who signs in sees the folder of the address', async ({ another, user, product }) => {
    await write(user, { [`${FOLDER}/first.txt`]: '1' });
    const { page } = await another(product.url);
    await page.goto(ADDRESS);
    await page.getByLabel('E-mail').fill(`${user.me.handle}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await row(page, 'first.txt').waitFor();
  });
});
