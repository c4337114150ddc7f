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
