import { contentOf, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';

test.describe('replacing in files', () => {
  test('FT-14 previews, leaves out what is not ticked, replaces, and undoes what nobody changed since', async ({
    page,
    user,
  }) => {
    await write(user, {
      'Shop/a.md': 'the colour and the colour\n',
      'Shop/b.md': 'a colour\n',
      'Shop/c.md': 'colour\n',
    });
    await page.goto('/search?q=colou(r)&regex=1&replace=1');
    const list = page.getByRole('list', { name: 'Places to replace' });
    await expect(async () => {
      await page.reload();
      await expect(list.getByRole('checkbox', { name: /^Replace in [abc]\.md/ })).toHaveCount(3, { timeout: 2_000 });
    }).toPass();
    await page.getByRole('textbox', { name: /^Replace with/ }).fill('colo$1');
    await expect(list.locator('ins').first()).toHaveText('color');
    // A reload keeps what was typed.
    await saveScreenshots(page, 'search-replace');
    await expect(list.locator('ins').first()).toHaveText('color');
    await list.getByRole('checkbox', { name: 'Replace in c.md' }).uncheck();
    await list.getByRole('checkbox', { name: 'Replace in line 1: colour' }).first().uncheck();
    await page.getByRole('button', { name: 'Replace 2 places in 2 files' }).click();
    await page.getByText('Replaced 2 places in 2 files').waitFor();
    expect(await contentOf(user, 'Shop', 'a.md')).toBe('the colour and the color\n');
    expect(await contentOf(user, 'Shop', 'b.md')).toBe('a color\n');
    expect(await contentOf(user, 'Shop', 'c.md')).toBe('colour\n');
    const mine = { root: 'w', path: ['Shop', 'b.md'], content: 'mine now\n', base: { any: true } };
    await user.json('/api/files/write', mine);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Left as they are: 1 file').waitFor();
    expect(await contentOf(user, 'Shop', 'a.md')).toBe('the colour and the colour\n');
    expect(await contentOf(user, 'Shop', 'b.md')).toBe('mine now\n');
  });

  test('FT-14 replaces below a folder only, from its menu', async ({ page, user }) => {
    await write(user, { 'Shop/Deep/d.md': 'grey\n', 'Shop/e.md': 'grey\n' });
    await page.goto('/f/w/Shop');
    await page.getByRole('grid').getByText('Deep', { exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Search in this folder' }).click();
    await page.getByRole('button', { name: 'Folder: Shop / Deep' }).waitFor();
    await page.getByRole('textbox', { name: 'Search names and contents' }).fill('grey');
    await page.getByRole('button', { name: 'Replace in files' }).click();
    await expect(page.getByRole('textbox', { name: /^Replace with/ })).toBeFocused();
    await page.keyboard.type('gray');
    await page.getByRole('button', { name: 'Replace 1 place in 1 file' }).click();
    await page.getByText('Replaced 1 place in 1 file').waitFor();
    expect(await contentOf(user, 'Shop', 'Deep', 'd.md')).toBe('gray\n');
    expect(await contentOf(user, 'Shop', 'e.md')).toBe('grey\n');
  });
});
