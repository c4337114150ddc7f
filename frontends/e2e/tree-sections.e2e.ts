import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { drag, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test.describe('sections above the tree', () => {
  test('AP-03 favourites stand above the tree in their order, follow a rename and a restore, and come first in the palette', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b' });
    await page.goto('/f/w/In/a.txt');
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    const favourites = page.getByRole('navigation', { name: 'Favourites' });
    await favourites.getByRole('button', { name: 'a.txt' }).waitFor();
    await page.goto('/f/w/In');
    await row(page, 'b.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Add to favourites' }).click();
    await favourites.getByRole('button', { name: 'b.txt' }).waitFor();
    const inOrder = async (...names: string[]) =>
      eventually(
        async () => JSON.stringify(await favourites.getByRole('listitem').allTextContents()) === JSON.stringify(names),
      );
    await inOrder('a.txt', 'b.txt');

    await favourites.getByRole('button', { name: 'b.txt' }).press('Alt+ArrowUp');
    await inOrder('b.txt', 'a.txt');
    // Shown before it is saved, which a reload would cancel.
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await drag(
      page,
      favourites.getByRole('button', { name: 'a.txt' }),
      favourites.getByRole('button', { name: 'b.txt' }),
    );
    await inOrder('a.txt', 'b.txt');
    await saved;
    await page.reload();
    await inOrder('a.txt', 'b.txt');

    await user.post('/api/files/rename', { root: 'w', path: ['In', 'a.txt'], name: 'c.txt' });
    await inOrder('c.txt', 'b.txt');
    const grid = page.getByRole('grid', { name: 'In' });
    await row(page, 'b.txt').click();
    await page.keyboard.press('Delete');
    await inOrder('c.txt');
    await grid.press('Control+z');
    await inOrder('c.txt', 'b.txt');
    await saveScreenshots(page, 'favourites');

    await page.keyboard.press('Control+k');
    const group = page.getByRole('group', { name: 'Favourites' });
    await group.getByRole('option').first().waitFor();
    expect(await group.getByRole('option').count()).toBe(2);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/f/w/In/c.txt');
    // The rows of the listing have stars, too.
    await grid.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove from favourites' }).click();
    await inOrder('b.txt');
    await favourites.getByRole('button', { name: 'b.txt' }).press('Delete');
    await favourites.waitFor({ state: 'detached' });
  });

  test('RT-06 AP-03 the recent section unfolds what was opened, newest first, also after a rename; rows have a star', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b', 'In/c.txt': 'c' });
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      await page.goto(`/f/w/In/${name}`);
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    const recent = page.getByRole('navigation', { name: 'Recent' });
    await recent.getByRole('button', { name: 'Recent', expanded: false }).click();
    const lines = async (...names: string[]) =>
      eventually(
        async () => JSON.stringify(await recent.getByRole('listitem').allTextContents()) === JSON.stringify(names),
      );
    await lines('c.txt', 'b.txt', 'a.txt');
    await page.reload();
    await lines('c.txt', 'b.txt', 'a.txt');
    await recent.getByRole('button', { name: 'a.txt' }).click();
    await lines('a.txt', 'c.txt', 'b.txt');
    await page.waitForURL('**/f/w/In/a.txt');
    await user.post('/api/files/rename', { root: 'w', path: ['In', 'c.txt'], name: 'z.txt' });
    await lines('a.txt', 'z.txt', 'b.txt');
    await recent.getByRole('button', { name: 'z.txt' }).press('Delete');
    await lines('a.txt', 'b.txt');

    await page.goto('/f/w/In');
    await row(page, 'b.txt').hover();
    await row(page, 'b.txt').getByRole('button', { name: 'Add to favourites' }).click();
    const favourites = page.getByRole('navigation', { name: 'Favourites' });
    await favourites.getByRole('listitem').getByText('b.txt').waitFor();
    await row(page, 'a.txt').click();
    await page.keyboard.press('Control+d');
    await favourites.getByRole('listitem').getByText('a.txt').waitFor();
    await saveScreenshots(page, 'recent');
    await row(page, 'b.txt').getByRole('button', { name: 'Remove from favourites' }).click();
    await favourites.getByRole('listitem').getByText('b.txt').waitFor({ state: 'detached' });
  });

  test('RT-06 what is recent is known as a file or a folder by what was read of it, not by its name', async ({
    page,
    user,
    tab,
  }) => {
    await write(user, { 'In/LICENSE': 'free', 'In/v1.0/a.txt': 'a', 'In/b.txt': 'b' });
    const kinds = async () => {
      const cookie = (await tab.context.cookies()).find(({ name }) => name === 'appRecentsV2');
      const list = JSON.parse(decodeURIComponent(cookie?.value ?? '[]')) as {
        fileName: string;
        isDirectory: boolean;
      }[];
      return list.map(({ fileName, isDirectory }) => `${fileName}: ${isDirectory ? 'folder' : 'file'}`).join();
    };
    await page.goto('/f/w/In/LICENSE');
    await page.getByRole('textbox', { name: 'Text of LICENSE' }).waitFor();
    await eventually(async () => (await kinds()) === 'LICENSE: file');
    await page.goto('/f/w/In/v1.0');
    await row(page, 'a.txt').waitFor();
    await eventually(async () => (await kinds()) === 'v1.0: folder,LICENSE: file');
    // From a listing, which knows before anything else is read.
    await page.goto('/f/w/In');
    await row(page, 'LICENSE').dblclick();
    await page.getByRole('textbox', { name: 'Text of LICENSE' }).waitFor();
    await eventually(async () => (await kinds()) === 'LICENSE: file,In: folder,v1.0: folder');
  });
});
