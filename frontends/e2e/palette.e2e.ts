import { contentOf, row, write } from './page-objects.js';
import { expect, test } from './fixture.js';

test('FT-14 the palette keeps what is typed before its code has arrived', async ({ page }) => {
  await page.goto('/f/w');
  await page.getByRole('treeitem', { name: 'Trash' }).waitFor();
  const { promise: typed, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/static/js/**', async (route) => {
    await typed;
    await route.continue();
  });
  const loading = page.waitForRequest('**/static/js/**');
  await page.keyboard.press('ControlOrMeta+k');
  await loading;
  await page.keyboard.type('fit.pyy');
  await page.keyboard.press('Backspace');
  release();
  const field = page.getByPlaceholder('Search files, chats and commands');
  await expect(field).toHaveValue('fit.py');
  await expect(field).toBeFocused();
  await page.keyboard.type(' kyoto');
  await expect(field).toHaveValue('fit.py kyoto');
});

test('FT-14 a note that is ready behind the palette leaves it what is typed', async ({ page, user }) => {
  await write(user, { 'Notes/Slow.md': '' });
  await page.goto('/f/w/Notes');
  await row(page, 'Slow.md').waitFor();
  const field = page.getByPlaceholder('Search files, chats and commands');
  await page.keyboard.press('ControlOrMeta+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => (await scripts.promise, await route.continue()));
  await row(page, 'Slow.md').dblclick();
  await page.waitForURL(/Slow\.md/);
  await page.keyboard.press('ControlOrMeta+k');
  await field.pressSequentially('Ide');
  scripts.resolve();
  // It is hidden from assistive technology while the palette is open.
  await page.locator('[aria-label="Text of Slow.md"]').waitFor({ state: 'attached' });
  await page.keyboard.type('as');
  await expect(field).toHaveValue('Ideas');
  expect(await contentOf(user, 'Notes', 'Slow.md')).toBe('');
});

test('FT-14 a new entry is made in the folder that was just opened, although it is not listed yet', async ({
  page,
  user,
}) => {
  await write(user, { 'Old.md': '' });
  await page.goto('/f/w');
  await row(page, 'Old.md').waitFor();
  const listed = Promise.withResolvers<void>();
  await page.route(/\/api\/(read-fs|files\/list)/, async (route) => (await listed.promise, await route.continue()));
  await page.getByRole('button', { name: 'New', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Trip');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/f/w/Trip');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search files, chats and commands').fill('New note');
  await page.getByRole('option', { name: 'New note here' }).click();
  listed.resolve();
  await page.getByRole('dialog', { name: 'New note' }).getByText('In Trip').waitFor();
});
