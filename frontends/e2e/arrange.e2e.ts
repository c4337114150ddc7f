import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { expect, test } from './fixture.js';
import { contentOf, drag, row, write } from './page-objects.js';
import { PHOTO } from './sample-files.js';
import { saveScreenshots } from './screenshots.js';

const selected = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('row', { selected: true })
    .evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.row));

/** Waits until exactly these rows are selected. */
const isSelected = (page: Page, ...names: string[]) =>
  eventually(async () => JSON.stringify(await selected(page)) === JSON.stringify(names));

test.describe('arranging files', () => {
  test('FT-13 the menu of an open file names no keys of a row, which do nothing there', async ({ page, user }) => {
    await write(user, { 'Plan.md': 'Plan\n' });
    await page.goto('/f/w/Plan.md');
    await page.getByRole('button', { name: 'Options', exact: true }).last().click();
    await expect(page.getByRole('menuitem', { name: /^Rename/ })).toHaveText('Rename');
    await expect(page.getByRole('menuitem', { name: /^Move to trash/ })).toHaveText('Move to trash');
    await page.keyboard.press('Escape');
    await page.goto('/f/w');
    await page.getByRole('grid').getByText('Plan.md').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Rename/ })).toContainText('F2');
  });

  test('FT-12 TR-01 Ctrl+Z undoes a delete, a move, a rename and a copy; the selection follows, and nothing is replaced', async ({
    page,
    user,
  }) => {
    await write(user, { 'In/a.txt': 'a', 'In/b.txt': 'b', 'In/c.txt': 'c', 'In/to/x.txt': 'x' });
    await page.goto('/f/w/In');
    const grid = page.getByRole('grid', { name: 'In' });
    await row(page, 'a.txt').click();
    await page.keyboard.press('Delete');
    await page.getByText('Moved to trash').waitFor();
    await isSelected(page, 'b.txt');
    await drag(page, row(page, 'b.txt'), row(page, 'to'));
    await page.getByText('Moved "b.txt" to to').waitFor();
    await isSelected(page, 'c.txt');
    await grid.press('F2');
    await page.getByRole('textbox', { name: /name/i }).fill('d');
    await page.keyboard.press('Enter');
    await isSelected(page, 'd.txt');
    await grid.press('Control+c');
    await grid.press('Control+v');
    await isSelected(page, 'd (2).txt');
    // Each undo takes back the last thing, and shows what came back.
    await grid.press('Control+z');
    await row(page, 'd (2).txt').waitFor({ state: 'detached' });
    await grid.press('Control+z');
    await isSelected(page, 'c.txt');
    await grid.press('Control+z');
    await isSelected(page, 'b.txt');
    await grid.press('Control+z');
    await isSelected(page, 'a.txt');
    expect(await contentOf(user, 'In', 'a.txt')).toBe('a');
    await grid.press('Control+Shift+z');
    await row(page, 'a.txt').waitFor({ state: 'detached' });
    await grid.press('Control+Shift+z');
    await row(page, 'b.txt').waitFor({ state: 'detached' });
    // A program takes the old place meanwhile.
    await write(user, { 'In/b.txt': 'another' });
    await row(page, 'b.txt').waitFor();
    await grid.press('Control+z');
    await page.getByText('This could not be undone').waitFor();
    await page.getByText('“b.txt” is already there.').waitFor();
    expect(await contentOf(user, 'In', 'b.txt')).toBe('another');
    expect(await contentOf(user, 'In', 'to', 'b.txt')).toBe('b');
    // A rename elsewhere keeps the selection.
    await row(page, 'c.txt').click();
    await user.json('/api/files/rename', { root: 'w', path: ['In', 'c.txt'], name: 'z.txt' });
    await isSelected(page, 'z.txt');
  });

  test('FT-12 in the tree the focus goes to the neighbour after a delete, follows a rename, and undo brings it back', async ({
    page,
    user,
  }) => {
    await write(user, { 'one.txt': '1', 'three.txt': '3', 'two.txt': '2' });
    await page.goto('/f/w/two.txt');
    const tree = page.getByRole('tree', { name: 'Files' });
    const focused = (name: string) =>
      eventually(async () => {
        const id = await tree.getAttribute('aria-activedescendant');
        return id === `tree-w/${name}`;
      });
    await page.getByRole('treeitem', { name: 'two.txt' }).waitFor();
    await tree.focus();
    await focused('two.txt');
    await page.keyboard.press('ArrowUp');
    await focused('three.txt');
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: /name/i }).fill('four');
    await page.keyboard.press('Enter');
    await focused('four.txt');
    // The key comes before the answer, and undoes the delete, not the rename before it.
    const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
    await page.route('**/api/files/trash', async (route) => {
      const response = await route.fetch();
      await pressed;
      await route.fulfill({ response });
    });
    await page.keyboard.press('Control+Delete');
    await focused('one.txt');
    await page.keyboard.press('Control+z');
    press();
    await page.getByRole('treeitem', { name: 'four.txt' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('treeitem', { name: 'three.txt' }).waitFor();
    expect(await contentOf(user, 'three.txt')).toBe('3');
  });

  test('FT-12 files are cut in one tab and pasted in another, pasted files of the desktop are uploaded', async ({
    page,
    user,
    tab,
  }) => {
    await write(user, { 'From/a.txt': 'new', 'From/b.txt': 'b', 'To/a.txt': 'old' });
    await page.goto('/f/w/From');
    const second = await tab.context.newPage();
    await second.goto('/f/w/From');
    await row(second, 'a.txt').waitFor();
    await row(page, 'a.txt').click();
    await row(page, 'b.txt').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+x');
    await second.locator('[role=row][data-cut]').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await second.locator('[data-cut]').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+x');
    // What was cut is pasted from where it is by then.
    await user.post('/api/files/rename', { root: 'w', path: ['From', 'b.txt'], name: 'b2.txt' });
    await row(page, 'b2.txt').waitFor();
    await second.bringToFront();
    await second.goto('/f/w/To');
    await row(second, 'a.txt').waitFor();
    await second.getByRole('grid', { name: 'To' }).focus();
    await second.keyboard.press('Control+v');
    await isSelected(second, 'a (2).txt', 'b2.txt');
    expect(await contentOf(user, 'To', 'a.txt')).toBe('old');
    expect(await contentOf(user, 'To', 'a (2).txt')).toBe('new');
    await second.keyboard.press('Control+z');
    await second.getByText('Moved 2 items to From').waitFor();
    expect(await contentOf(user, 'From', 'a.txt')).toBe('new');
    // The tree pastes into the focused folder.
    await second.getByRole('treeitem', { name: 'From' }).click();
    await row(second, 'b2.txt').click();
    await second.keyboard.press('Control+c');
    await second.getByText('Copied "b2.txt"').waitFor();
    const tree = second.getByRole('tree', { name: 'Files' });
    await second.getByRole('treeitem', { name: 'To' }).click();
    await row(second, 'a.txt').waitFor();
    await tree.focus();
    await second.keyboard.press('Control+v');
    await row(second, 'b2.txt').waitFor();
    await isSelected(second, 'b2.txt');
    // What was copied on the desktop since then is newer.
    await second.getByRole('grid', { name: 'To' }).focus();
    await second.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['from the desktop'], 'desk.txt'));
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await row(second, 'desk.txt').waitFor();
    await eventually(async () => (await contentOf(user, 'To', 'desk.txt')) === 'from the desktop');
  });
});

test.describe('columns and filter', () => {
  test('AP-03 FT-03 columns are chosen in the head and kept for the user; / filters names, in the tree too', async ({
    page,
    user,
    another,
  }) => {
    await page.setViewportSize({ width: 1680, height: 900 });
    await write(user, { 'Many/alpha.csv': '1', 'Many/beta.md': '22', 'Many/Gamma.png': '333' });
    await page.goto('/f/w/Many');
    await row(page, 'beta.md').waitFor();
    for (const name of ['Kind', 'Size']) {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitem', { name }).click();
    }
    const heads = (shown: Page) =>
      shown.getByRole('columnheader').evaluateAll((all) => all.map((head) => head.textContent));
    await eventually(async () => (await heads(page)).join() === 'Name,Modified,Kind,Actions');
    await page.getByRole('button', { name: 'Kind' }).click();
    const names = (shown: Page) =>
      shown.getByRole('row').evaluateAll((all) => all.flatMap((each) => (each as HTMLElement).dataset['row'] ?? []));
    await eventually(async () => (await names(page)).join() === 'Gamma.png,alpha.csv,beta.md');
    const second = await another(user);
    await second.page.setViewportSize({ width: 1680, height: 900 });
    await second.page.goto('/f/w/Many');
    await row(second.page, 'beta.md').waitFor();
    expect((await heads(second.page)).join()).toBe('Name,Modified,Kind,Actions');
    const grid = page.getByRole('grid', { name: 'Many' });
    await grid.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('GA');
    await page.getByText('1 of 3').waitFor();
    expect(await names(page)).toEqual(['Gamma.png']);
    await page.keyboard.press('Enter');
    await isSelected(page, 'Gamma.png');
    await page.keyboard.press('Escape');
    await row(page, 'beta.md').waitFor();
    await page.getByRole('treeitem', { name: 'Many' }).click();
    await page.getByRole('treeitem', { name: 'beta' }).waitFor();
    await page.getByRole('tree', { name: 'Files' }).focus();
    await page.keyboard.press('/');
    await page.keyboard.type('alp');
    await page.getByRole('treeitem', { name: 'beta' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('treeitem').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('treeitem', { name: 'beta' }).waitFor();
  });
});

test.describe('folders as tiles', () => {
  test('FT-03 FT-12 tiles show thumbnails made in the computer; keys, the lasso and the choice of columns work as in the list', async ({
    page,
    user,
  }) => {
    const broken = PHOTO.subarray(0, 40);
    const files = {
      'a.png': PHOTO,
      'b.png': broken,
      'c.txt': 'c',
      'd.txt': 'd',
      'e.txt': 'e',
      'f.txt': 'f',
      'g.txt': 'g',
    };
    await write(user, Object.fromEntries(Object.entries(files).map(([name, content]) => [`Album/${name}`, content])));
    await write(user, { 'Album/Older/x.txt': 'x' });
    await page.goto('/f/w/Album');
    await row(page, 'a.png').waitFor();
    await page.getByRole('button', { name: 'Show as grid' }).click();
    const tile = (name: string) => page.getByRole('gridcell').and(page.locator(`[data-row="${name}"]`));
    await tile('b.png').getByText('no preview').waitFor();
    const picture = tile('a.png').locator('img');
    await eventually(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0));
    await saveScreenshots(page, '4-grid');
    const grid = page.getByRole('grid', { name: 'Album' });
    const chosen = () =>
      grid
        .getByRole('gridcell', { selected: true })
        .evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['row']).join());
    await tile('b.png').click();
    await grid.press('ArrowDown');
    await eventually(async () => (await chosen()) === 'g.txt');
    await grid.press('ArrowUp');
    await grid.press('Shift+ArrowRight');
    await eventually(async () => (await chosen()) === 'b.png,c.txt');
    await page.getByRole('button', { name: /^Sort by/ }).click();
    await page.getByRole('menuitem', { name: 'Modified' }).click();
    await page.getByRole('rowheader', { name: /^[A-Z][a-z]+ 20\d\d$/ }).waitFor();
    const width = async () => (await tile('a.png').boundingBox())!.width;
    const before = await width();
    await page.getByRole('slider', { name: 'Size of the tiles' }).press('End');
    await eventually(async () => (await width()) > before * 1.4);
    await page.reload();
    await tile('a.png').waitFor();
    await page.getByRole('button', { name: 'Show as list' }).click();
    await row(page, 'a.png').waitFor();
  });
});
