import { eventually } from '@zo/testing/eventually';
import { expect, type Page, test } from './fixture.js';
import { contentOf, row, write } from './page-objects.js';

const menuOf = async (page: Page, name: string) => {
  await row(page, name).click({ button: 'right' });
  return page.getByRole('menuitem');
};
const namesOf = (page: Page) =>
  page.getByRole('row').evaluateAll((all) => all.flatMap((each) => (each as HTMLElement).dataset['row'] ?? []));

test.describe('what folders show and offer', () => {
  test('TR-01 FT-12 entries that are not moved to the trash are counted, and the toast names a failure', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b' });
    await page.goto('/f/w/In');
    await row(page, 'a.txt').click();
    await page.keyboard.press('Control+a');
    let isFirst = true;
    await page.route('**/api/files/trash', async (route) => {
      if (!isFirst) return route.abort();
      isFirst = false;
      await user.post('/api/files/trash', { items: [{ root: 'w', path: ['In', 'b.txt'] }] });
      return route.continue();
    });
    await page.keyboard.press('Meta+Backspace');
    await page.getByText('Moved 1 of 2 files to trash', { exact: true }).waitFor();
    await page.getByText('File not found: In/b.txt').waitFor();
    await write(user, { 'In/c.txt': 'c' });
    await row(page, 'c.txt').click();
    await page.keyboard.press('Meta+Backspace');
    await page.getByText('Failed to move file(s) to trash', { exact: true }).waitFor();
    await row(page, 'c.txt').waitFor();
  });

  test('TR-01 FT-03 FT-09 the trash can be emptied while it holds something, and its entries restored or deleted', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b' });
    await user.post('/api/files/trash', { items: [{ root: 'w', path: ['In', 'a.txt'] }] });
    await user.post('/api/files/trash', { items: [{ root: 'w', path: ['In'] }] });
    await page.goto('/f/w/Trash');
    // The menu offers the folder once it is known.
    await row(page, 'a.txt').getByText('In', { exact: true }).waitFor();
    await expect(await menuOf(page, 'a.txt')).toHaveText([/^Restore/, /^Open original folder/, /^Delete permanently/]);
    await page.keyboard.press('Escape');
    const empty = page.getByRole('main').getByRole('button', { name: 'Empty trash' });
    await empty.waitFor();
    await page.goto('/f/w/Trash/In');
    await expect(await menuOf(page, 'b.txt')).toHaveText([/^Delete permanently/]);
    await page.keyboard.press('Escape');
    await expect(empty).toHaveCount(0);

    await page.goto('/f/w/Trash');
    let isRefused = true;
    await page.route('**/api/files/empty-trash', (route) => (isRefused ? route.abort() : route.continue()));
    const confirm = async () => {
      await empty.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    };
    await confirm();
    await page.getByText('Failed to empty trash', { exact: true }).waitFor();
    isRefused = false;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await confirm();
    await page.getByText('Trash emptied', { exact: true }).waitFor();
    await page.getByRole('main').getByText('Nothing in trash', { exact: true }).waitFor();
    await expect(empty).toHaveCount(0);
  });

  test('FT-03 an empty folder says so and offers an upload', async ({ page, user }) => {
    await user.post('/api/files/create', { root: 'w', path: ['New'], type: 'folder' });
    await page.goto('/f/w/New');
    const main = page.getByRole('main');
    await main.getByText('This folder is empty', { exact: true }).waitFor();
    await main.getByText('Drop files or folders anywhere here to upload them.').waitFor();
    await main.getByRole('button', { name: 'Upload files' }).waitFor();
  });

  test('FT-03 FT-09 Articles come newest first without their sizes, and can be saved and downloaded only', async ({
    page,
    user,
  }) => {
    await write(user, { 'Articles/A :: a.org.md': 'a', 'Other/a.txt': 'a' });
    await write(user, { 'Articles/B :: b.org.md': 'b' });
    await write(user, { 'Articles/A2 :: a.org.md': 'a' });
    const sizes = page.getByRole('columnheader', { name: 'Size' });
    await page.goto('/f/w/Other');
    await sizes.waitFor();
    await page.goto('/f/w/Articles');
    await page.getByRole('columnheader', { name: 'Modified' }).waitFor();
    await eventually(async () => (await namesOf(page)).join() === 'A2 :: a.org.md,B :: b.org.md,A :: a.org.md');
    await expect(sizes).toHaveCount(0);
    await expect(await menuOf(page, 'B :: b.org.md')).toHaveText(['Save article', 'Download']);
  });

  test('FT-09 articles and their folder keep their names and places; an article that is deleted comes back by Undo', async ({
    page,
    user,
  }) => {
    await write(user, { 'Articles/A :: a.org.md': 'a', 'Other/b.txt': 'b' });
    await page.goto('/f/w');
    const folder = page.getByRole('treeitem', { name: 'Articles' });
    await row(page, 'Articles').click({ modifiers: ['Control'] });
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.getByText('“Articles” belongs to the workspace and stays where it is.').waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await folder.click({ button: 'right' });
    await expect(page.getByRole('menuitem')).toHaveText(['Save article', 'Download as zip']);
    await page.keyboard.press('Escape');
    await page.goto('/f/w/Articles');
    await row(page, 'A :: a.org.md').click({ modifiers: ['Control'] });
    await page.keyboard.press('F2');
    // Dragged to another folder it stays; dragged to the trash it goes.
    await page.getByRole('treeitem', { name: 'Other' }).waitFor();
    await row(page, 'A :: a.org.md').dragTo(page.getByRole('treeitem', { name: 'Other' }));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await row(page, 'A :: a.org.md').dragTo(page.getByRole('treeitem', { name: 'Trash' }));
    await expect(row(page, 'A :: a.org.md')).toHaveCount(0);
    expect(await contentOf(user, 'Other', 'A :: a.org.md')).toBeNull();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'A :: a.org.md').waitFor();
  });

  test('FT-09 FT-12 several selected articles are downloaded or deleted, but not moved', async ({ page, user }) => {
    await write(user, { 'Articles/A :: a.org.md': 'a', 'Articles/B :: b.org.md': 'b' });
    await page.goto('/f/w/Articles');
    await row(page, 'A :: a.org.md').click({ modifiers: ['Control'] });
    await row(page, 'B :: b.org.md').click({ modifiers: ['Control'] });
    const selection = page.getByRole('toolbar', { name: 'Selection' });
    await expect(selection.getByRole('button')).toHaveText(['Download', 'Ask Zo', 'Trash', '']);
    await selection.getByRole('button', { name: 'Trash' }).click();
    await expect(row(page, 'A :: a.org.md')).toHaveCount(0);
    await expect(row(page, 'B :: b.org.md')).toHaveCount(0);
  });

  test('AP-03 FT-03 dot-folders are shown once the user says so', async ({ page, user }) => {
    await write(user, { '.config/a.txt': 'a', 'plain/a.txt': 'a' });
    await page.goto('/f/w');
    await row(page, 'plain').waitFor();
    await expect(row(page, '.config')).toHaveCount(0);
    await page.getByRole('button', { name: 'Tree options' }).click();
    await page.getByRole('menuitem', { name: 'Show dot-folders' }).click();
    await row(page, '.config').waitFor();
    await page.getByRole('treeitem', { name: '.config' }).waitFor();
    await page.reload();
    await row(page, '.config').waitFor();
  });

  test('AP-03 notes open in the raw editor for a user who prefers it', async ({ page, user }) => {
    await write(user, { 'a.md': '# Title\n' });
    await page.goto('/f/w/a.md');
    await page.getByRole('heading', { name: 'Title' }).waitFor();
    await user.post('/api/settings', { note_view: 'raw' }, 'PATCH');
    await page.reload();
    await page.getByRole('textbox', { name: 'Text of a.md' }).getByText('# Title').waitFor();
    await page.getByRole('button', { name: 'Note view' }).click();
    await page.getByRole('heading', { name: 'Title' }).waitFor();
  });
});
