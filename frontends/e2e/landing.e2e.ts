import { eventually } from '@zo/testing/eventually';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.describe('the landing page', () => {
  test('LP-02 before the claim the page says so and offers no handle', async ({ another, startOwn }) => {
    const { url } = await startOwn();
    const { page } = await another(url);
    await page.goto('/');
    await page.getByRole('heading', { name: 'The world’s first AI computer', level: 1 }).waitFor();
    await page.getByText('This server has no owner yet.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Handle' }).count()).toBe(0);
  });
});

test.describe('the landing page of a server with an owner', () => {
  test.beforeEach(({ owner }) => owner.post('/api/admin/sign-up', { mode: 'open' }, 'PUT'));
  test.afterEach(({ owner }) => owner.post('/api/admin/sign-up', { mode: 'invitation' }, 'PUT'));

  test('LP-02 AU-03 a typed handle names the whole window, is checked, and is passed to sign-up', async ({
    another,
    product,
    owner,
  }) => {
    const { page } = await another(product.url);
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Handle' }).fill(owner.me.handle);
    await page.getByText(`${owner.me.handle} is taken`).waitFor();
    const bar = page.getByRole('textbox', { name: 'Address of the computer' });
    await bar.fill('mira');
    expect(await page.getByRole('textbox', { name: 'Handle' }).inputValue()).toBe('mira');
    await page.getByText('mira is free').waitFor();
    await page
      .getByRole('region', { name: 'A computer, with sample files' })
      .getByText('mira', { exact: true })
      .waitFor();
    await saveScreenshots(page, 'landing');
    await page.getByRole('button', { name: 'Get it' }).click();
    await page.waitForURL(/\/signup\?handle=mira$/);
    expect(await page.getByLabel('Handle').inputValue()).toBe('mira');
  });

  test('LP-06 every control of the demo leads to sign-up with its source, and does nothing else', async ({
    another,
    product,
  }) => {
    const { page } = await another(product.url);
    const asked: string[] = [];
    page.on('request', (request) => /\/api\//.test(request.url()) && asked.push(new URL(request.url()).pathname));
    for (const [name, src] of [
      ['clean.py', 'files'],
      ['Computer is on', 'stats'],
      ['Ask, or tell your computer what to do', 'chat'],
    ] as const) {
      await page.goto('/');
      await page.getByRole('link', { name }).first().click();
      await page.waitForURL(new RegExp(`/signup\\?src=${src}$`));
    }
    expect(asked.filter((path) => !/^\/api\/(auth\/(me|setup)|handles\/)/.test(path))).toEqual([]);
  });

  test("LP-03 'AI without limits', 'In a cloud computer', and what is not without risks", async ({
    another,
    product,
  }) => {
    const { page } = await another(product.url);
    await page.goto('/');
    for (const text of ['AI without limits', 'In a cloud computer'])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByText(/not without risks/).waitFor();
  });

  test('LP-05 the page is light unless the visitor chose otherwise, whatever the system prefers', async ({
    another,
    product,
    owner,
  }) => {
    // A server without an owner shows another page.
    expect(owner.url).toBe(product.url);
    const night = await another(product.url, { dark: true });
    await night.page.goto('/');
    await eventually(async () => (await night.page.locator('html').getAttribute('data-mode')) === 'light');
  });
});
