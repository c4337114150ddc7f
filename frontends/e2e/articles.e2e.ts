import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@zo/testing/eventually';
import { contentOf, row, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

const PARAGRAPH =
  'For eleven years the harbour was too shallow for anything but fishing boats. Since Monday the largest ferries of ' +
  'the coast come in at low tide, and the town has to learn again what it once knew: how to be a port. ';
const HARBOUR = `<!doctype html><html lang="en"><head><title>The harbour is open again</title>
  <meta name="author" content="Mara Lind"><meta property="og:site_name" content="The Coast">
  <meta property="article:published_time" content="2026-03-02T08:00:00Z"></head>
  <body><nav><a href="/">Front page</a></nav><article><h1>The harbour is open again</h1>
  <p>${PARAGRAPH}</p><figure><img src="/quay.png" alt="The quay at noon"></figure><p>${PARAGRAPH.repeat(2)}</p>
  <h2>What it cost</h2><p>${PARAGRAPH}</p><blockquote><p>Nobody believed that we would see this.</p></blockquote>
  <ul><li>Two dredgers</li><li>Four winters</li></ul><p>${PARAGRAPH.repeat(3)}</p></article>
  <footer>Subscribe now!</footer></body></html>`;

test.describe('articles', () => {
  test.use({ asOwner: true });
  let site: Server;
  let origin: string;

  test.beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url === '/quay.png') response.setHeader('content-type', 'image/png').end(PHOTO);
      else if (request.url === '/harbour') response.setHeader('content-type', 'text/html').end(HARBOUR);
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  test.afterAll(() => site.close());

  test('FT-17 a page is saved by its address, with its images, and found in Articles', async ({ page, user }) => {
    await page.goto('/f/w/Articles');
    await page.getByRole('main').getByRole('button', { name: 'Save article' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Save article' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${origin}/missing`);
    await page.keyboard.press('Enter');
    await dialog.getByText('answered with an error (404)').waitFor();
    await saveScreenshots(page, 'save-article');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('no-such-host.invalid/page');
    await page.keyboard.press('Enter');
    await dialog.getByText('no-such-host.invalid could not be reached').waitFor();
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${origin}/harbour`);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved "The harbour is open again"').waitFor();
    const name = 'The harbour is open again :: 127.0.0.1.md';
    await eventually(async () => (await contentOf(user, 'Articles', name))?.includes('Nobody believed'));
    const text = (await contentOf(user, 'Articles', name))!;
    expect(text).toContain(`source: "${origin}/harbour"`);
    expect(text).not.toContain('Subscribe now');
    const image = page.getByRole('img', { name: 'The quay at noon' });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await page.goto('/f/w/Articles');
    await row(page, name).waitFor();
    expect((await user.json<{ onboarding: Record<string, unknown> }>('/api/auth/me')).onboarding).toMatchObject({
      has_saved_article: true,
    });
  });

  test('FT-17 a bookmark hands over an address, and nothing is saved before the user says so', async ({
    page,
    user,
  }) => {
    await page.goto(`/f/w/Articles?save_url=${encodeURIComponent(`${origin}/harbour`)}`);
    const dialog = page.getByRole('dialog', { name: 'Save article' });
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(`${origin}/harbour`);
    await expect(page).toHaveURL(/\/f\/w\/Articles$/);
    const bookmark = await dialog.getByText('Save to Zo').getAttribute('href');
    expect(bookmark).toMatch(/^javascript:location\.href="http[^"]+\/f\/w\/Articles\?save_url="\+encodeURIComponent/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await contentOf(user, 'Articles', 'The harbour is open again :: 127.0.0.1.md')).toBeNull();
  });

  test('FT-17 a saved article is shown for reading, with its source, author and date', async ({ page, user }) => {
    const name = 'The harbour is open again :: coast.example.org.md';
    const front = [
      'title: The harbour is open again',
      'source: "https://coast.example.org/harbour"',
      'site: The Coast',
    ];
    const text = `---\n${[...front, 'author: Mara Lind', 'published: 2026-03-02T08:00:00Z'].join('\n')}\n---\n\n# The harbour is open again\n\n${PARAGRAPH}\n\n![The quay at noon](.images/quay.png)\n\n${PARAGRAPH.repeat(2)}\n\n## What it cost\n\n${PARAGRAPH}\n\n> Nobody believed that we would see this.\n\n- Two dredgers\n- Four winters\n\n${PARAGRAPH.repeat(3)}\n`;
    await write(user, { [`Articles/${name}`]: text, 'Articles/.images/quay.png': PHOTO });
    await page.goto(`/f/w/Articles/${encodeURIComponent(name)}`);
    const article = page.getByRole('article');
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(['The harbour is open again']);
    await expect(article.getByRole('link', { name: /The Coast/ })).toHaveAttribute(
      'href',
      'https://coast.example.org/harbour',
    );
    await article.getByText('Mara Lind · Mar 2, 2026 · 1 min read').waitFor();
    const image = article.getByRole('img', { name: 'The quay at noon' });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await saveScreenshots(page, 'article');
    // FT-09: in Articles there is nothing but saving and downloading.
    await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Save article', 'Download']);
  });
});
