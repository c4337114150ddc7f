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
