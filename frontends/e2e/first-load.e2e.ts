/** What the browser asks for before a folder is on the page. */
import type { Page, Request } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { onDisk, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';

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

test.describe('the first page', () => {
  test('FT-03 a folder is asked for once, while the code loads in one round', async ({ page, user }) => {
    await write(user, { [`${FOLDER}/first.txt`]: '1' });
    const requests = requestsOf(page);
    const html = await (await page.goto(ADDRESS))!.text();
    await row(page, 'first.txt').waitFor();
    expect(requests.filter(isListing)).toHaveLength(1);
    expect(requests.filter((request) => request.url().endsWith('/api/auth/me'))).toHaveLength(1);

    const scripts = requests.filter((request) => request.resourceType() === 'script').map((request) => request.url());
    const addresses = scripts.map((url) => new URL(url).pathname);
    expect(addresses).toEqual([...new Set(addresses)]);
    for (const part of ['bootstrap', 'signed-in', 'remoteEntry', '__federation_expose_routes'])
      expect(addresses.filter((address) => address.includes(part) && html.includes(`"${address}"`))).toHaveLength(1);
    // The listing and the session do not wait for a script.
    const first = addresses.findIndex((address) => !html.includes(`"${address}"`));
    const late = first < 0 ? requests.length : requests.findIndex((request) => request.url() === scripts[first]);
    expect(requests.findIndex(isListing)).toBeLessThan(late);
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
