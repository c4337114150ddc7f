import { readFileSync, writeFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect } from './fixture.js';
import { onDisk } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { cellsOf, sheetFile, sheetOf, test, type Value } from './sheet-page.js';

test.describe('a sheet file', () => {
  test('SH-01 two browsers and the shell edit rows at once: all changes stay, and so does the cursor', async ({
    page,
    another,
    user,
    open,
    sheet,
  }) => {
    const file = await open();
    await sheet.enter('F1', 'seen');
    await eventually(() => readFileSync(file, 'utf8').includes('"seen"'));
    const { page: second } = await another(user);
    const other = sheetOf(second);
    await second.goto('/f/w/Plan.sheet.json');
    await other.show('F1', 'seen');
    await sheet.cell('A3').click();
    await page.keyboard.type('half');
    await Promise.all([other.enter('D4', '1'), other.show('E4', '11999')]);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Rail passes"', '"Train"'));
    await sheet.show('A5', 'Train');
    expect(await page.getByRole('textbox', { name: 'Edit A3' }).inputValue()).toBe('half');
    await page.keyboard.press('Enter');
    await eventually(() => {
      const cells = cellsOf(file);
      return cells[2]![0] === 'half' && cells[3]![3] === 1 && cells[4]![0] === 'Train';
    });
    await other.show('A3', 'half');
    await sheet.show('E4', '11999');
    expect(await page.getByRole('textbox', { name: 'Go to a cell or range' }).inputValue()).toBe('A4');
    // A row that the shell inserts above moves the cursor with its cell.
    writeFileSync(file, readFileSync(file, 'utf8').replace('\n,["Ryokan', '\n,["new"]\n\n,["Ryokan'));
    await sheet.show('A2', 'new');
    await eventually(
      async () => (await page.getByRole('textbox', { name: 'Go to a cell or range' }).inputValue()) === 'A5',
    );
  });

  test('SH-01 a file that turns off its toolbar and tabs is shown without them, until it turns them on', async ({
    page,
    open,
    sheet,
  }) => {
    const bare = { tabs: false, toolbar: false, worksheets: [{ worksheetName: 'Only', data: [['alone']] }] };
    const file = await open(JSON.stringify(bare));
    await sheet.show('A1', 'alone');
    const tabs = page.getByRole('navigation', { name: 'Worksheets' });
    const toolbar = page.getByRole('toolbar', { name: 'Sheet' });
    expect([await tabs.count(), await toolbar.count()]).toEqual([0, 0]);
    writeFileSync(file, JSON.stringify({ ...bare, tabs: true, toolbar: true }));
    await tabs.waitFor();
    await toolbar.waitFor();
    writeFileSync(file, JSON.stringify({ ...bare, worksheets: [...bare.worksheets, { worksheetName: 'Second' }] }));
    await toolbar.waitFor({ state: 'detached' });
    await tabs.getByText('Second').waitFor();
  });

  test('SH-01 FT-05 a new sheet is ready for typing: its name, Enter, its cells', async ({
    page,
    product,
    user,
    sheet,
  }) => {
    await page.goto('/f/w');
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    await page.getByRole('menuitem', { name: 'New sheet' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Budget');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/f/w/Budget.sheet.json');
    await expect(page.getByRole('grid', { name: 'Sheet1 of Budget.sheet.json' })).toBeFocused();
    await page.keyboard.type('40');
    await page.keyboard.press('Enter');
    await page.keyboard.type('=A1+2');
    await page.keyboard.press('Enter');
    await sheet.show('A2', '42');
    const file = await onDisk(product, user, 'Budget.sheet.json');
    await eventually(() => JSON.stringify(cellsOf(file) ?? []) === '[[40],["=A1+2"]]');
  });

  test('SH-01 a file that is no sheet says why, and is not changed', async ({ page, open }) => {
    for (const [content, title] of [
      ['{"worksheets": [', 'This file is no valid JSON'],
      ['{"rows": []}', 'There are no worksheets in this file'],
      ['{"worksheets": [{"data": {"a": 1}}]}', 'The rows of this sheet can’t be read'],
    ] as const) {
      const file = await open(content);
      await page.getByText(title).waitFor();
      await page.getByRole('button', { name: 'Raw editor' }).click();
      await page.getByRole('textbox', { name: 'Text of Plan.sheet.json' }).waitFor();
      expect(readFileSync(file, 'utf8')).toBe(content);
    }
  });

  test('SH-01 hostile sizes and formulas leave the page usable', async ({ page, open, sheet }) => {
    await open(
      sheetFile(
        [
          [
            '=A1',
            '=SUM(A:XFD)',
            '=REPT("x",1E9)',
            '=WEBSERVICE("http://127.0.0.1:9/")',
            '=constructor.constructor("throw 3")()',
            7,
            '=F1*2',
          ],
        ],
        {
          minDimensions: [1e6, 1e7],
          freezeRows: 1e9,
        },
      ),
    );
    await page.getByText('Only the first 200,000 rows and 16,384 columns are shown.').waitFor();
    await sheet.show('G1', '14');
    await sheet.show('A1', '#CYCLE!');
    await sheet.show('C1', '#VALUE!');
    await sheet.show('D1', '#NAME?');
    await sheet.show('E1', '#NAME?');
    await sheet.enter('F1', '8');
    await sheet.show('G1', '16');
    expect(await page.getByRole('gridcell').count()).toBeLessThan(1_500);
  });

  test('SH-01 a formula that takes too long is stopped, and another one in its place is calculated', async ({
    page,
    open,
    sheet,
  }) => {
    await open(sheetFile([['=WORKDAY(1,1E+9)', '=C1*2', 21]]));
    await page.getByText('A formula takes too long, so results are missing.').waitFor();
    await sheet.cell('C1').click();
    await sheet.enter('A1', '=C1+1');
    await sheet.show('A1', '22');
    await sheet.show('B1', '42');
    await page.getByText('A formula takes too long').waitFor({ state: 'detached' });
  });

  test('SH-01 10,000 rows of 50 columns: few cells are drawn at a time, and the last one is reached', async ({
    page,
    open,
    sheet,
  }) => {
    const rows: Value[][] = Array.from({ length: 10_000 }, (_none, row) =>
      Array.from({ length: 50 }, (_cell, column) => (column === 49 ? `=SUM(A${row + 1}:C${row + 1})` : row + column)),
    );
    const file = await open(sheetFile(rows));
    await sheet.show('C1', '2');
    const count = () => page.getByRole('gridcell').count();
    expect(await count()).toBeLessThan(1_500);
    await sheet.cell('A1').click();
    await page.keyboard.press('Control+End');
    await sheet.show('AX10000', String(3 * 9_999 + 3));
    expect(await count()).toBeLessThan(1_500);
    await sheet.enter('AW10000', 'end');
    await eventually(() => readFileSync(file, 'utf8').includes('"end"'));
  });

  test('SH-01 keys show the selected cell again after it was scrolled away', async ({ page, open, sheet }) => {
    const file = await open(sheetFile(Array.from({ length: 2_000 }, (_none, row) => [row])));
    await sheet.cell('A1').click();
    await sheet.show('A1', '0');
    for (const key of ['Control+Home', 'F2', '7']) {
      await page.mouse.wheel(0, 20_000);
      await sheet.show('A730', '729');
      await page.keyboard.press(key);
      await expect(sheet.cell('A1')).toBeInViewport();
      if (key === 'F2') await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Enter');
    await eventually(() => cellsOf(file)[0]![0] === 7);
    // The name of the cell that is selected already leads to it, too.
    const name = page.getByRole('textbox', { name: 'Go to a cell or range' });
    for (const cell of ['A1', 'A1']) {
      await page.mouse.wheel(0, 20_000);
      await sheet.show('A730', '729');
      await name.fill(cell);
      await page.keyboard.press('Enter');
      await expect(sheet.cell('A1')).toBeInViewport();
    }
  });

  test.describe('on a phone', () => {
    test.use({ tabOptions: { phone: true } });

    test('SH-01 a cell is chosen by a tap and edited in the formula bar', async ({ page, open, sheet }) => {
      const file = await open();
      await sheet.show('C6', '119000');
      await sheet.cell('C4').tap();
      await eventually(async () => (await sheet.bar.inputValue()) === '12000');
      await sheet.bar.tap();
      await sheet.bar.fill('13000');
      await page.keyboard.press('Enter');
      await sheet.show('C6', '120000');
      await eventually(() => cellsOf(file)[3]![2] === 13000);
      await saveScreenshots(page, 'sheet-phone');
    });
  });
});
