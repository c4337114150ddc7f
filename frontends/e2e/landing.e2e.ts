import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@zo/testing';
import { Person } from '../../infra/testing/product/product.js';
import { pictures } from './screenshots.js';
import { openUnclaimed, type Scene } from './fixture.js';

let scene: Scene;
let page: Page;

beforeAll(async () => {
  scene = await openUnclaimed();
  ({ page } = scene.tab);
}, 120_000);
afterAll(() => scene?.close());

describe('the landing page', () => {
  it('LP-02 before the claim the page says so and offers no handle', async () => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'The world’s first AI computer', level: 1 }).waitFor();
    await page.getByText('This server has no owner yet.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Handle' }).count()).toBe(0);
  });

  it('LP-02 AU-03 a typed handle names the whole window, is checked, and is passed to sign-up', async () => {
    const owner = await Person.claim(scene.product, 'ada');
    await owner.post('/api/admin/sign-up', { mode: 'open' }, 'PUT');
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Handle' }).fill('ada');
    await page.getByText('ada is taken').waitFor();
    const bar = page.getByRole('textbox', { name: 'Address of the computer' });
    await bar.fill('mira');
    expect(await page.getByRole('textbox', { name: 'Handle' }).inputValue()).toBe('mira');
    await page.getByText('mira is free').waitFor();
    await page
      .getByRole('region', { name: 'A computer, with sample files' })
      .getByText('mira', { exact: true })
      .waitFor();
    await pictures(page, 'landing');
    await page.getByRole('button', { name: 'Get it' }).click();
    await page.waitForURL(/\/signup\?handle=mira$/);
    expect(await page.getByLabel('Handle').inputValue()).toBe('mira');
  });

  it('LP-06 every control of the demo leads to sign-up with its source, and does nothing else', async () => {
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

  it("LP-03 'AI without limits', 'In a cloud computer', and what is not without risks", async () => {
    await page.goto('/');
    for (const text of ['AI without limits', 'In a cloud computer'])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByText(/not without risks/).waitFor();
  });

  it('LP-05 the page is light unless the visitor chose otherwise, whatever the system prefers', async () => {
    const night = await scene.another(undefined, { dark: true });
    await night.page.goto('/');
    await eventually(async () => (await night.page.locator('html').getAttribute('data-mode')) === 'light');
    expect([...night.faults, ...scene.tab.faults]).toEqual([]);
  });
});
