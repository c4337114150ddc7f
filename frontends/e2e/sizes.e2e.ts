import { eventually } from '@zo/testing/eventually';
import { test } from './fixture.js';
import { row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';

test.describe('sizes of folders', () => {
  test('FT-03 folders are counted when asked, again when something below changes, and no longer than one looks', async ({
    page,
    user,
  }) => {
    await write(user, {
      'All/One/deep/a.txt': '12345',
      'All/One/b.txt': '123',
      'All/Two/c.txt': '1234567890',
      'All/d.txt': '1',
    });
    await page.goto('/f/w/All');
    const sizeOf = (name: string) => row(page, name).getByRole('gridcell').nth(2);
    await row(page, 'One').hover();
    await row(page, 'One').getByRole('button', { name: 'Show size' }).click();
    await sizeOf('One').getByText('8 Bytes').waitFor();
    await write(user, { 'All/One/deep/more.txt': '12' });
    await sizeOf('One').getByText('10 Bytes').waitFor();

    await row(page, 'Two').click();
    await row(page, 'd.txt').click({ modifiers: ['Control'] });
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await bar.getByText('2 selected, 11 Bytes').waitFor();
    await saveScreenshots(page, 'sizes-selection');
    await page.getByRole('button', { name: 'Count what is in the folders' }).click();
    await page.getByText('3 items, 21 Bytes').waitFor();
    await row(page, 'Two').click();
    await row(page, 'Two').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show size' }).click();
    await page.getByText('“Two” takes 10 Bytes').waitFor();
    await page.getByText('1 file in 1 folder').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    await saveScreenshots(page, 'sizes');

    // A count that takes long is given up with the folder.
    await page.route('**/api/files/size', () => undefined);
    await write(user, { 'Slow/Big/x.txt': 'x' });
    await page.goto('/f/w/Slow');
    await row(page, 'Big').hover();
    await row(page, 'Big').getByRole('button', { name: 'Show size' }).click();
    await sizeOf('Big').getByText('…').waitFor();
    const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/files/size'));
    await page.getByRole('treeitem', { name: 'All' }).click();
    await given;
    await page.unroute('**/api/files/size');
    await page.route('**/api/files/size', (route) =>
      route.fulfill({ json: { bytes: 5_000_000, files: 7, folders: 3, isPartial: true } }),
    );
    await page.getByRole('treeitem', { name: 'Slow' }).click();
    await eventually(async () => (await sizeOf('Big').textContent()) === '> more than 4.77 MB');
    await sizeOf('Big').getByTitle('more than 4.77 MB, 7 files in 3 folders').waitFor();
  });
});
