import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { onDisk, row, write } from './page-objects.js';
import { pdfFile } from './pdf-file.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

const LARGE_PAGES = 60;
const IMAGE_BYTES = 600_000;
const SPREAD_PAGES = 400;
const SPREAD_IMAGE_BYTES = 100_000;
const MAX_LIST_SCRIPTS = 300 * 1024;

const lines = (number: number) => [
  `Chapter of page ${number}`,
  'Quarterly churn fell from 3.1 to 2.2 percent.',
  number % 4 === 0 ? 'The churn of page four and its multiples.' : 'Nothing else stands here.',
];

const PAGES = Array.from({ length: 24 }, (_none, n) => ({
  lines: lines(n + 1),
  ...(n === 0 && { link: 7 }),
  ...(n === 1 && { link: 'https://example.com/report' }),
}));
const REPORT = pdfFile({
  pages: PAGES,
  outline: [
    ['Introduction', 1],
    ['Where customers leave', 12],
  ],
});

test.beforeEach(({ user }) => write(user, { 'report.pdf': REPORT }));

const pdfOf = (page: Page) => {
  const sheet = (number: number) => page.getByRole('region', { name: `Page ${number}`, exact: true });
  const textOf = (number: number) => sheet(number).getByText(`Chapter of page ${number}`, { exact: true });
  const field = () => page.getByRole('textbox', { name: 'Page' });
  return {
    open: (name: string) => page.goto(`/f/w/${encodeURIComponent(name)}`),
    sheet,
    textOf,
    field,
    atPage: (number: number) => eventually(async () => (await field().inputValue()) === String(number)),
    isInView: (number: number) =>
      eventually(() =>
        textOf(number).evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      ),
    widthOf: async (number: number) => (await sheet(number).boundingBox())!.width,
  };
};

/** What the page asks for of a file. */
function rangesOf(page: Page, name: string) {
  const asked: { range: string | undefined; status: number; bytes: number }[] = [];
  page.on('response', (answer) => {
    if (!answer.url().includes(`/api/file/${name}`)) return;
    asked.push({
      range: answer.request().headers()['range'],
      status: answer.status(),
      bytes: Number(answer.headers()['content-length']),
    });
  });
  return { asked, read: () => asked.reduce((sum, { bytes }) => sum + bytes, 0) };
}

test.describe('the PDF viewer', () => {
  test('FV-01 the listing loads no part of it', async ({ page }) => {
    await page.goto('/f/w');
    await row(page, 'report.pdf').waitFor();
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.m?js$/.test(new URL(name).pathname))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize })),
    );
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_LIST_SCRIPTS);
    expect(scripts.filter(({ name }) => name.includes('pdf'))).toEqual([]);
  });

  test('FV-01 FT-11 reads a large file by ranges and draws only the pages near the view', async ({
    page,
    user,
    product,
  }) => {
    const { open, sheet, textOf, field, atPage, isInView } = pdfOf(page);
    const { asked, read } = rangesOf(page, 'large.pdf');
    const pages = Array.from({ length: LARGE_PAGES }, (_none, n) => ({ lines: lines(n + 1), imageBytes: IMAGE_BYTES }));
    writeFileSync(await onDisk(product, user, 'large.pdf'), pdfFile({ pages }));
    await open('large.pdf');
    await textOf(1).waitFor();
    await eventually(async () => (await sheet(1).locator('canvas').count()) === 1);
    expect(await page.locator('canvas').count()).toBeLessThanOrEqual(4);
    await field().fill('45');
    await field().press('Enter');
    await textOf(45).waitFor();
    await isInView(45);
    await atPage(45);
    expect(await page.locator('canvas').count()).toBeLessThanOrEqual(5);
    expect(await sheet(1).count()).toBe(0);
    expect(asked.filter(({ range, status }) => !range || status !== 206)).toEqual([]);
    expect(asked.length).toBeLessThan(60);
    expect(read()).toBeLessThan((LARGE_PAGES * IMAGE_BYTES) / 4);
  });

  test('FV-01 reads no more of a file whose pages are described all over it', async ({ page, user, product }) => {
    const { open, textOf, field, atPage } = pdfOf(page);
    const { asked, read } = rangesOf(page, 'scanned.pdf');
    const pages = Array.from({ length: SPREAD_PAGES }, (_none, n) => ({
      lines: lines(n + 1),
      imageBytes: SPREAD_IMAGE_BYTES,
    }));
    const outline = [['The end', SPREAD_PAGES - 10]] as const;
    writeFileSync(await onDisk(product, user, 'scanned.pdf'), pdfFile({ pages, outline, spread: true }));
    await open('scanned.pdf');
    await textOf(1).waitFor();
    await field().fill('200');
    await field().press('Enter');
    await textOf(200).waitFor();
    await page.getByRole('button', { name: 'Pages and outline' }).click();
    await page.getByRole('list', { name: 'Outline' }).getByRole('button', { name: 'The end' }).click();
    await textOf(SPREAD_PAGES - 10).waitFor();
    await atPage(SPREAD_PAGES - 10);
    expect(asked.length).toBeLessThan(60);
    expect(read()).toBeLessThan((SPREAD_PAGES * SPREAD_IMAGE_BYTES) / 4);
  });

  test('FV-01 opens from the listing and from a link in a note; its text can be selected', async ({ page, user }) => {
    const { open, sheet, textOf } = pdfOf(page);
    await write(user, { 'plan.md': '# Plan\n\nSee [the report](report.pdf).\n' });
    await open('plan.md');
    await page.getByRole('link', { name: 'the report' }).click();
    await page.getByRole('button', { name: 'Open link' }).click();
    await textOf(1).waitFor();
    await page.goto('/f/w');
    await row(page, 'report.pdf').dblclick();
    await sheet(1).getByText('Nothing else stands here.', { exact: true }).click({ clickCount: 3 });
    expect(await page.evaluate(() => getSelection()!.toString().trim())).toBe('Nothing else stands here.');
    await saveScreenshots(page, 'pdf');
  });

  test('FV-01 links lead to pages, or open a new tab', async ({ page }) => {
    const { open, sheet, field, atPage, isInView } = pdfOf(page);
    await open('report.pdf');
    await sheet(1).locator('.annotationLayer a').click();
    await isInView(7);
    await atPage(7);
    await field().fill('2');
    await field().press('Enter');
    const outside = sheet(2).locator('.annotationLayer a');
    await outside.waitFor();
    expect(await outside.evaluate(({ href, target, rel }: HTMLAnchorElement) => [href, target, rel])).toEqual([
      'https://example.com/report',
      '_blank',
      'noopener noreferrer',
    ]);
  });

  test('FV-01 finds words, counts the hits and steps through them', async ({ page }) => {
    const { open, textOf, field, atPage, isInView } = pdfOf(page);
    await open('report.pdf');
    await textOf(1).waitFor();
    await field().fill('1');
    await field().press('Enter');
    await atPage(1);
    await page.getByRole('group', { name: 'Pages' }).focus();
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search', { name: 'Find in report.pdf' }).getByRole('textbox', { name: 'Find' });
    await find.fill('multiples');
    const count = page.getByRole('search').getByRole('status');
    await count.getByText('1 of 6', { exact: true }).waitFor();
    await isInView(4);
    await find.press('Enter');
    await count.getByText('2 of 6', { exact: true }).waitFor();
    await isInView(8);
    expect(await page.evaluate(() => [...CSS.highlights.get('pdf-hit-now')!].join())).toBe('multiples');
    await find.press('Shift+Enter');
    await find.press('Shift+Enter');
    await count.getByText('6 of 6', { exact: true }).waitFor();
    await isInView(24);
    await saveScreenshot(page, 'pdf-find');
    await find.fill('page four AND its');
    await count
      .getByText('1 of 6', { exact: true })
      .or(count.getByText('6 of 6', { exact: true }))
      .waitFor();
    await find.fill('no such words');
    await count.getByText('No results', { exact: true }).waitFor();
    await find.press('Escape');
    await find.waitFor({ state: 'detached' });
  });

  test('FV-01 has an outline, thumbnails, and zoom by button, wheel and key', async ({ page }) => {
    const { open, sheet, atPage, isInView, widthOf } = pdfOf(page);
    await open('report.pdf');
    await page.getByRole('button', { name: 'Pages and outline' }).click();
    await page.getByRole('list', { name: 'Outline' }).getByRole('button', { name: 'Where customers leave' }).click();
    await isInView(12);
    await page.getByRole('tab', { name: 'Pages' }).click();
    await page.getByRole('button', { name: 'Go to page 13' }).click();
    await atPage(13);
    await page.getByRole('button', { name: 'Hide pages and outline' }).click();

    const before = await widthOf(13);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(async () => (await widthOf(13)) > before);
    const larger = await widthOf(13);
    await page.getByRole('group', { name: 'Pages' }).hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Control');
    await eventually(async () => (await widthOf(13)) < larger);
    await atPage(13);
    await page.getByRole('button', { name: 'Fit width' }).click();
    const pane = (await page.getByRole('group', { name: 'Pages' }).boundingBox())!;
    await eventually(async () => Math.abs((await widthOf(13)) + 32 - pane.width) < 24);
    await page.getByRole('button', { name: /^Zoom, / }).click();
    await page.getByRole('menuitem', { name: 'Fit page' }).click();
    await eventually(async () => (await sheet(13).boundingBox())!.height <= pane.height);
    await page.getByRole('group', { name: 'Pages' }).focus();
    await page.keyboard.press('ArrowRight');
    await atPage(14);
  });

  test('FV-01 keys move in a PDF that was opened by its address', async ({ page }) => {
    const { open, textOf, atPage } = pdfOf(page);
    await open('report.pdf');
    await textOf(1).waitFor();
    await page.keyboard.press('ArrowRight');
    await atPage(2);
    await page.reload();
    await textOf(2).waitFor();
    await page.keyboard.press('End');
    await eventually(() =>
      page
        .getByRole('group', { name: 'Pages' })
        .evaluate((pane) => pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 1),
    );
  });

  test('FV-01 returns to the last reading position', async ({ page, user }) => {
    const { open, field, atPage, isInView } = pdfOf(page);
    await write(user, { 'plan.md': '# Plan\n\nSee [the report](report.pdf).\n' });
    await open('report.pdf');
    await field().fill('18');
    await field().press('Enter');
    await atPage(18);
    await page.getByRole('treeitem', { name: 'plan' }).click();
    await page.getByRole('heading', { name: 'Plan' }).waitFor();
    await page.getByRole('treeitem', { name: 'report.pdf' }).click();
    await isInView(18);
    await atPage(18);
    await page.reload();
    await isInView(18);
  });

  for (const [name, content, sentence] of [
    ['broken.pdf', '%PDF-1.4 half of one', 'This PDF is damaged and can’t be shown here.'],
    ['empty.pdf', '', 'This PDF is empty.'],
  ] as const)
    test(`FV-02 ${name}: ${sentence}`, async ({ page, user }) => {
      const { open } = pdfOf(page);
      await write(user, { [name]: content });
      await open(name);
      await page.getByRole('main').getByText(sentence, { exact: true }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'Download' }).waitFor();
    });

  test('FV-02 a locked PDF asks for its password, and again when it is wrong', async ({ page, user }) => {
    const { open, textOf } = pdfOf(page);
    await write(user, { 'secret.pdf': pdfFile({ pages: PAGES.slice(0, 2), password: 'open sesame' }) });
    await open('secret.pdf');
    await page.getByText('This PDF asks for a password.', { exact: true }).waitFor();
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('open barley');
    await password.press('Enter');
    await page.getByText('That password does not open it. Try again.', { exact: true }).waitFor();
    await saveScreenshot(page, 'pdf-password');
    await password.fill('open sesame');
    await password.press('Enter');
    await textOf(1).waitFor();
  });
});
