import { writeFileSync } from 'node:fs';
import { expect, test } from './fixture.js';
import { onDisk, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test('FT-14 the search page narrows to files that one author has changed last, and keeps that in the address', async ({
  page,
  user,
  product,
}) => {
  await write(user, { 'Notes/mine.md': 'Kyoto in winter is quieter.' });
  // A program has written this one, so it is nobody's.
  writeFileSync(await onDisk(product, user, 'Notes', 'nobody.md'), 'A winter of nobody known.');
  const names = async () => (await page.locator('a[data-result] span:first-child').allInnerTexts()).toSorted();
  const field = page.getByRole('textbox', { name: 'Search names and contents' });
  await page.goto('/search');
  // Both are indexed a moment after they were written.
  await expect(async () => {
    await field.fill('');
    await field.fill('winter');
    await expect.poll(names, { timeout: 1_000 }).toEqual(['mine.md', 'nobody.md']);
  }).toPass();
  await page.getByRole('button', { name: 'Changed by: any' }).click();
  await page.getByRole('menuitem', { name: 'You' }).click();
  await expect.poll(names).toEqual(['mine.md']);
  await expect(page.getByRole('button', { name: 'Replace in files' })).toBeDisabled();
  await saveScreenshots(page, 'search-author');
  await page.reload();
  await expect.poll(names).toEqual(['mine.md']);
  await page.getByRole('button', { name: 'Changed by: You' }).click();
  await page.getByRole('menuitem', { name: 'Zo' }).click();
  await page.getByRole('heading', { name: 'No results found' }).waitFor();
  await page.getByRole('button', { name: 'Anyone' }).click();
  await expect.poll(names).toEqual(['mine.md', 'nobody.md']);
});
