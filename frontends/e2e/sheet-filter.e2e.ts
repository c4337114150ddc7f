import { eventually } from '@zo/testing/eventually';
import { axeFindings } from './axe.js';
import { expect } from './fixture.js';
import { saveScreenshot, saveScreenshots } from './screenshots.js';
import { cellsOf, sheetFile, test, type Value } from './sheet-page.js';

const GROUPS = ['stay', 'food', 'travel', 'food'];
const ROWS: Value[][] = [
  ['Item', 'Group', 'Price'],
  ...Array.from({ length: 40 }, (_none, index): Value[] => [`Item ${index + 1}`, GROUPS[index % 4]!, index + 1]),
];

test('SH-01 filters by values and by a condition leave the other rows out of copies, sums, fills and deletes', async ({
  page,
  open,
  sheet,
}) => {
  const file = await open(sheetFile(ROWS));
  const panel = (column: string) => page.getByRole('dialog', { name: `Filter column ${column}` });
  await sheet.cell('B3').click();
  await page.keyboard.press('Alt+ArrowDown');
  await panel('B').getByRole('checkbox', { name: 'Select all' }).uncheck();
  await panel('B').getByRole('textbox', { name: 'Search the values' }).fill('foo');
  await panel('B').getByRole('checkbox', { name: 'food' }).check();
  await saveScreenshot(page, 'sheet-filter-panel');
  expect(await axeFindings(page, 'filter', '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('20 of 40 rows').waitFor();
  await eventually(async () => (await sheet.cell('A2').count()) === 0);
  expect(await sheet.grid.evaluate((grid) => document.activeElement === grid)).toBe(true);

  await page.getByRole('columnheader', { name: 'C', exact: true }).hover();
  await page.getByRole('button', { name: 'Filter column C' }).click();
  await panel('C').getByRole('combobox', { name: 'Condition' }).selectOption('is less than');
  await panel('C').getByRole('textbox', { name: 'Value', exact: true }).fill('9');
  await page.keyboard.press('Enter');
  await page.getByText('4 of 40 rows').waitFor();
  // Rows 3, 5, 7 and 9 are left, with the prices 2, 4, 6 and 8.
  await sheet.cell('C3').click();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('Sum 20').waitFor();
  expect(
    await sheet.grid.evaluate((grid) => {
      const data = new DataTransfer();
      grid.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return data.getData('text/plain');
    }),
  ).toBe('2\n4\n6\n8');
  await page.keyboard.press('Delete');
  await eventually(
    () =>
      JSON.stringify(
        cellsOf(file)
          .slice(1, 10)
          .map((row) => row[2]),
      ) === '[1,"",3,"",5,"",7,"",9]',
  );
  await page.keyboard.press('Control+z');
  await eventually(() => cellsOf(file)[2]![2] === 2);

  await sheet.cell('A3').click();
  await page.keyboard.press('Shift+ArrowDown');
  await sheet.cell('A3').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete 2 rows' }).click();
  await page.getByText('2 of 38 rows').waitFor();
  await eventually(
    () =>
      JSON.stringify(
        cellsOf(file)
          .slice(1, 5)
          .map((row) => row[0]),
      ) === '["Item 1","Item 3","Item 5","Item 6"]',
  );
  await page.keyboard.press('Control+z');
  await page.getByText('4 of 40 rows').waitFor();

  // The file has no place for filters; they stay while the page does.
  await page.getByRole('treeitem', { name: 'other.txt' }).click();
  await page.getByRole('textbox', { name: 'Text of other.txt' }).waitFor();
  await page.getByRole('treeitem', { name: 'Plan' }).click();
  await page.getByText('4 of 40 rows').waitFor();
  expect(await sheet.cell('A2').count()).toBe(0);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await sheet.show('A2', 'Item 1');
  await page.keyboard.press('Control+z');
  await page.getByText('4 of 40 rows').waitFor();
  await saveScreenshots(page, 'sheet-filter');
});
