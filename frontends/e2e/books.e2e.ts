import { eventually } from '@zo/testing/eventually';
import { bookFile, hostileBook } from './book-file.js';
import { write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './script-traps.js';

const text = (chapter: number) =>
  Array.from({ length: 60 }, (_none, n) => `<p>Sentence ${n} of chapter ${chapter}. ${'It goes on. '.repeat(12)}</p>`);
const NOVEL = bookFile(
  [1, 2, 3].map((number) => ({
    title: `Chapter ${number}`,
    head: '<link rel="stylesheet" href="book.css"/>',
    body: `${text(number).join('')}<p><img src="photo.png" alt="A photo"/> <a href="c%200.xhtml">Back to the start</a></p>`,
  })),
  { 'photo.png': PHOTO, 'book.css': 'p { text-indent: 17px }' },
);

test('FV-01 a book is read in pages, with its contents, and goes on where it was left', async ({ page, user }) => {
  await write(user, { 'novel.epub': NOVEL });
  await page.goto('/f/w/novel.epub');
  const book = page.frameLocator('iframe[title="Pages of novel.epub"]');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const number = page.getByRole('status', { name: 'Page' });
  const isIn = (chapter: number, of: number) =>
    number.getByText(new RegExp(`Chapter ${chapter} of 3, page ${of} of`)).waitFor();
  const pagesNow = async () => Number(/of (\d+)$/.exec((await number.textContent())!)![1]);

  await isIn(1, 1);
  for (const [key, at] of [
    ['PageDown', 2],
    ['Shift+Space', 1],
  ] as const) {
    await page.keyboard.press(key);
    await isIn(1, at);
  }
  await book.getByRole('heading', { name: 'Chapter 1' }).waitFor();
  expect(
    await book.getByText('Sentence 0 of chapter 1').evaluate((element) => getComputedStyle(element).textIndent),
  ).toBe('17px');
  const pages = await pagesNow();
  expect(pages).toBeGreaterThan(2);

  await button('Next page').click();
  await isIn(1, 2);
  await book
    .getByText(/^Sentence \d+ of chapter 1/)
    .first()
    .click();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await isIn(1, 3);
  await page.keyboard.press('ArrowLeft');
  await isIn(1, 2);
  await button('Larger text').click();
  await eventually(async () => (await pagesNow()) > pages);

  await button('Contents').click();
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: 'Chapter 3' }).click();
  await isIn(3, 1);
  await button('Next page').click();
  await isIn(3, 2);
  await page.reload();
  await isIn(3, 2);
  await eventually(async () => (await pagesNow()) > pages);

  const image = book.getByRole('img', { name: 'A photo' });
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(10);
  await book.getByText('Back to the start').evaluate((link: HTMLElement) => link.click());
  await isIn(1, 1);
  await saveScreenshots(page, 'book');
});

test.describe('a hostile book', () => {
  // What browsers log when the policy of the frame stops it while it is parsed.
  test.use({ expectedErrors: [/base-uri 'none'|^Executing inline event handler/] });

  test('S5 FV-01 a book runs no script and asks nobody for anything; a zip bomb gets a sentence', async ({
    page,
    user,
    canary,
  }) => {
    await write(user, {
      'attack.epub': hostileBook(canary.url, 'zoTrap(1)'),
      'bomb.epub': bookFile([{ title: 'Bomb', body: ' '.repeat(40_000_000) }]),
    });
    await page.goto('/f/w/attack.epub');
    const words = page.frameLocator('iframe').getByText('Words of the attack.');
    await words.waitFor();
    expect(await words.evaluate((element) => element.getRootNode() instanceof ShadowRoot && origin)).toBe('null');
    await page.goto('/f/w/bomb.epub');
    await page.getByText('This book is too large to be shown here.').waitFor();
  });
});
