import { axeFindings } from './axe.js';
import { write } from './page-objects.js';
import { expect, test } from './fixture.js';

const SHORT = Array.from({ length: 120 }, (_none, n) => `${n},short`);
const LONG = 'a sentence that none of the first rows has, and that nobody could read in a column made for them';

test.describe('the grid of a table', () => {
  test('FV-01 fits a column to what is seen, and keeps its width', async ({ page, user }) => {
    await write(user, { 'list.csv': `id,text\n${SHORT.join('\n')}\n120,"${LONG}"\n` });
    await page.goto('/f/w/list.csv');
    const table = page.getByRole('grid', { name: 'list.csv' });
    const widthOf = async () => (await table.getByRole('columnheader', { name: 'text' }).boundingBox())!.width;
    await table.getByRole('gridcell', { name: 'short' }).first().click();
    const before = await widthOf();
    await page.keyboard.press('Control+End');
    await table.getByRole('gridcell', { name: LONG }).waitFor();
    await table.getByRole('button', { name: 'text' }).click();
    await page.getByRole('menuitem', { name: 'Fit width' }).click();
    await expect.poll(widthOf).toBeGreaterThan(before * 3);
    const fitted = await widthOf();
    await page.reload();
    await table.getByRole('gridcell', { name: 'short' }).first().waitFor();
    expect(await widthOf()).toBe(fitted);
  });

  test('tells assistive programs which cell is selected', async ({ page, user }) => {
    await write(user, { 'list.csv': `id,text\n${SHORT.join('\n')}\n` });
    await page.goto('/f/w/list.csv');
    const table = page.getByRole('grid', { name: 'list.csv' });
    await table.getByRole('gridcell', { name: '0', exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const selected = table.getByRole('gridcell', { selected: true });
    await expect(selected).toHaveText('short');
    const active = await table.getAttribute('aria-activedescendant');
    expect(await selected.getAttribute('id')).toBe(active);
    expect(await axeFindings(page, 'table with a selection', 'main')).toEqual([]);
  });
});
