import { eventually } from '@zo/testing/eventually';
import { contentOf, write } from './page-objects.js';
import { expect, type Page, test } from './fixture.js';
import { saveScreenshots } from './screenshots.js';

const FILES = {
  'Pick.md': 'Look:\n',
  'Plans/Trips/Kyoto.md': 'k\n',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`Many/part ${index + 10}.md`, 'x\n'])),
};
const LOOK_BACK = 128;

const listOf = (page: Page) => page.getByRole('listbox', { name: 'Mention a file or folder' });
const optionOf = (page: Page, name: string) => listOf(page).getByRole('option', { name });

/** The text in the field, as a person sees it. */
type Shown = (text: string | RegExp) => Promise<void>;

/** Goes into folders and out again behind an '@' that was typed. */
async function walkFolders(page: Page, shows: Shown): Promise<void> {
  await optionOf(page, 'Plans').click();
  await optionOf(page, 'Trips').waitFor();
  await shows(/@Plans\/$/);
  await page.keyboard.press('Tab');
  await optionOf(page, 'Kyoto.md').waitFor();
  await shows(/@Plans\/Trips\/$/);
  await page.keyboard.press('Backspace');
  await optionOf(page, 'Trips').waitFor();
  await shows(/@Plans\/$/);
  await page.keyboard.press('Backspace');
  await optionOf(page, 'Many').waitFor();
  await shows(/@$/);
  await page.keyboard.type('Many/');
  await expect(listOf(page).getByRole('option')).toHaveCount(10);
  const { width } = (await listOf(page).locator('..').boundingBox())!;
  expect(width).toBeGreaterThanOrEqual(240);
  expect(width).toBeLessThanOrEqual(540);
}

/** Behind an '@': what is said while a search runs, and how long a text may become. */
async function searchLong(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/files/search**', async (route) => {
    await promise;
    await route.continue();
  });
  await page.keyboard.type('xy');
  await page.getByText('Searching...', { exact: true }).waitFor();
  resolve();
  await page.getByText('No results found', { exact: true }).waitFor();
  await page.keyboard.insertText('x'.repeat(LOOK_BACK - '@xy'.length));
  await page.getByText('No results found', { exact: true }).waitFor();
  await page.keyboard.type('x');
  await page.getByText('No results found', { exact: true }).waitFor({ state: 'detached' });
}

test.describe('the picker of files', () => {
  test.beforeEach(({ user }) => write(user, FILES));

  test('ED-03 FT-14 in a note a chosen folder is listed, Backspace goes up, and Enter mentions a folder', async ({
    page,
    user,
  }) => {
    await page.goto('/f/w/Pick.md');
    const note = page.getByRole('textbox', { name: 'Text of Pick.md' });
    await note.getByText('Look:').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' @');
    await walkFolders(page, (text) => expect(note).toHaveText(text));
    await saveScreenshots(page, '4-note-picker');
    await page.keyboard.press('Escape');
    await page.keyboard.type(' @Plans/');
    await optionOf(page, 'Trips').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' done @');
    await searchLong(page);
    const wanted = `Look: @Many/ \`file Plans/Trips\` done @${'xy'.padEnd(LOOK_BACK, 'x')}\n`;
    await eventually(async () => (await contentOf(user, 'Pick.md')) === wanted);
  });

  test('ED-03 in a message a chosen folder is listed, Backspace goes up, and Enter mentions a folder', async ({
    page,
  }) => {
    await page.goto('/f?chat=new');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.click();
    await page.keyboard.type('@');
    await walkFolders(page, (text) => expect(field).toHaveValue(text));
    await page.keyboard.press('Escape');
    await page.keyboard.type(' @Plans/');
    await optionOf(page, 'Trips').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Goes along with the message' }).getByText('Trips').waitFor();
    await expect(field).toHaveValue(/^@Many\/ (?:Plans\/|@)Trips $/);
    await page.keyboard.type('@');
    await searchLong(page);
  });
});
