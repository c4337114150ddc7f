import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { row, write } from './page-objects.js';
import { pdfFile } from './pdf-file.js';
import { film } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';

const tileOf = (page: Page, name: string) => page.getByRole('gridcell').and(page.locator(`[data-row="${name}"]`));

test('FT-12 tiles show the top of texts and of PDFs, a picture of a video, and say where there is none', async ({
  page,
  user,
}) => {
  const lines = Array.from({ length: 30 }, (_none, n) => `Line ${n} of the report`);
  const files = {
    'Report.pdf': pdfFile({ pages: [{ lines }, { lines }] }),
    'locked.pdf': pdfFile({ pages: [{ lines }], password: 'secret' }),
    'damaged.pdf': Buffer.from('%PDF-1.7\nnothing of it is left'),
    'notes.md': `# Trip\n\n${'A day in the old town.\n'.repeat(400)}`,
    'binary.txt': Buffer.from([0, 1, 2, 3]),
    'walk.webm': await film(page),
    'broken.mp4': Buffer.from('no film'),
    'empty.md': '',
  };
  await write(user, Object.fromEntries(Object.entries(files).map(([name, content]) => [`Mixed/${name}`, content])));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/f/w/Mixed');
  await row(page, 'notes.md').waitFor();
  await page.getByRole('button', { name: 'Show as grid' }).click();

  const top = tileOf(page, 'Report.pdf').locator('img');
  await eventually(() => top.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth === 320));
  await tileOf(page, 'notes.md').getByText('A day in the old town.').waitFor();
  expect((await tileOf(page, 'notes.md').locator('p').textContent())!.length).toBeLessThanOrEqual(1_500);
  const picture = tileOf(page, 'walk.webm').locator('video');
  await eventually(() => picture.evaluate((video: HTMLVideoElement) => video.readyState >= video.HAVE_CURRENT_DATA));
  await tileOf(page, 'walk.webm')
    .getByText(/^\d+:\d\d$/)
    .waitFor();
  for (const name of ['locked.pdf', 'damaged.pdf', 'binary.txt', 'broken.mp4'])
    await tileOf(page, name).getByText('no preview').waitFor();
  expect(await tileOf(page, 'empty.md').getByText('no preview').count()).toBe(0);
  await saveScreenshots(page, '4-grid-kinds');

  // In the list nothing of the files is read.
  await page.getByRole('button', { name: 'Show as list' }).click();
  await row(page, 'notes.md').waitFor();
  asked.length = 0;
  await page.reload();
  await row(page, 'notes.md').waitFor();
  expect(asked.filter((url) => url.includes('/api/file/') || url.includes('pdf'))).toEqual([]);
});

test('FT-12 tiles keep their place on the way back and in another width, and show a renamed file', async ({
  page,
  user,
}) => {
  const names = Array.from({ length: 60 }, (_none, n) => `f${n + 10}.txt`);
  await write(user, Object.fromEntries(names.map((name) => [`Many/${name}`, name])));
  await page.goto('/f/w/Many');
  await row(page, 'f10.txt').waitFor();
  await page.getByRole('button', { name: 'Show as grid' }).click();
  await page.getByRole('grid', { name: 'Many' }).focus();
  await page.keyboard.press('End');
  await expect(tileOf(page, 'f69.txt')).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text of f69.txt' }).waitFor();
  await page.goBack();
  await expect(tileOf(page, 'f69.txt')).toBeInViewport();
  for (const width of [900, 700, 1_280]) {
    await page.setViewportSize({ width, height: 720 });
    await expect(tileOf(page, 'f69.txt')).toBeInViewport();
  }
  await page.getByRole('grid', { name: 'Many' }).focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: /name/i }).fill('a first one');
  await page.keyboard.press('Enter');
  await expect(tileOf(page, 'a first one.txt')).toBeInViewport();
});
