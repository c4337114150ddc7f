import { readFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect } from './fixture.js';
import { saveScreenshots } from './screenshots.js';
import { BUDGET, cellsOf, saved, sheetFile, test } from './sheet-page.js';

test.describe('a sheet', () => {
  test('SH-01 shows cells, results, worksheets and totals, and says what an error means', async ({
    page,
    open,
    sheet,
  }) => {
    await open();
    await sheet.show('C6', '119000');
    await sheet.show('E5', '-480');
    await sheet.show('C7', '163.4');
    await sheet.show('D7', '22 Nov');
    await sheet.show('E7', '#DIV/0!');
    expect(await sheet.cell('E7').getAttribute('title')).toContain('divides by zero');
    await sheet.cell('C2').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('Sum 96,000').waitFor();
    await page.getByRole('button', { name: 'Rates', exact: true }).click();
    await sheet.show('B1', '163.4');
    await saveScreenshots(page, 'sheet-rates');
    await page.getByRole('button', { name: 'Budget', exact: true }).click();
    await sheet.cell('E2').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await saveScreenshots(page, 'sheet');
  });

  test('SH-01 an edit is calculated at once and saved by itself, and everything else in the file stays', async ({
    page,
    open,
    sheet,
  }) => {
    const file = await open();
    await sheet.enter('D4', '2000');
    await sheet.show('E4', '10000');
    await sheet.show('E6', '9520');
    await eventually(() => cellsOf(file)[3]![3] === 2000);
    const expected = JSON.parse(sheetFile(BUDGET));
    expected.worksheets[0].data[3][3] = 2000;
    expect(saved(file)).toEqual(expected);
    expect(readFileSync(file, 'utf8')).toContain('\n,["Rail passes"');
    // Enter went on to the next row; typing there replaces, F2 edits, Escape gives up.
    await page.keyboard.press('F2');
    await page.keyboard.type('9');
    await page.keyboard.press('Escape');
    await sheet.show('D5', '11480');
    await page.keyboard.press('Control+z');
    await sheet.show('E6', '11520');
    await page.keyboard.press('Control+Shift+z');
    await sheet.show('E6', '9520');
    await page.keyboard.press('Control+z');
    await eventually(() => cellsOf(file)[3]![3] === 0);
  });

  test('SH-01 the keyboard selects, jumps, edits in the formula bar and clears', async ({ page, open, sheet }) => {
    const file = await open();
    await sheet.cell('A1').click();
    await page.keyboard.press('Control+ArrowDown');
    const name = page.getByRole('textbox', { name: 'Go to a cell or range' });
    await eventually(async () => (await name.inputValue()) === 'A7');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await eventually(async () => (await name.inputValue()) === 'B1:E1');
    await name.fill('B4:B5');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2);
    await page.keyboard.press('Delete');
    await eventually(() => cellsOf(file)[3]![1] === '' && cellsOf(file)[4]![1] === '');
    await sheet.cell('F2').click();
    await sheet.bar.click();
    await page.keyboard.type('=SUM(');
    await sheet.cell('C2').click();
    await page.keyboard.type(':C3)*10%');
    await page.keyboard.press('Enter');
    await sheet.show('F2', '9600');
    expect(await sheet.grid.evaluate((grid) => document.activeElement === grid)).toBe(true);
  });

  test('SH-01 cells are copied to and from other programs, and formulas follow', async ({ page, open, sheet }) => {
    const file = await open();
    await sheet.show('C6', '119000');
    await sheet.cell('C6').click();
    await page.keyboard.press('Shift+ArrowRight');
    const copied = await sheet.grid.evaluate((grid) => {
      const data = new DataTransfer();
      grid.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      return [data.getData('text/plain'), data.getData('text/html')];
    });
    expect(copied[0]).toBe('119000\t107480');
    expect(copied[1]).toMatch(/<td [^>]*x:num="119000"[^>]*>119000<\/td><td [^>]*>107480<\/td>/);
    const paste = (types: Record<string, string>) =>
      sheet.grid.evaluate((grid, all) => {
        const data = new DataTransfer();
        for (const [type, text] of Object.entries(all)) data.setData(type, text);
        grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, types);
    await sheet.cell('G6').click();
    await paste({ 'text/plain': copied[0]! });
    await eventually(() => cellsOf(file)[5]![6] === '=SUM(G2:G5)');
    await sheet.cell('A10').click();
    await paste({ 'text/plain': '1\t"two\nlines"\r\n007\t=A10*2\r\n' });
    await sheet.show('B11', '2');
    await eventually(
      () =>
        JSON.stringify(cellsOf(file).slice(9)) ===
        JSON.stringify([
          [1, 'two\nlines'],
          ['007', '=A10*2'],
        ]),
    );
    await sheet.cell('A13').click();
    await paste({
      'text/plain': 'x',
      'text/html': '<table><tr><td>a<script>throw 1</script></td><td><img src=x onerror="throw 2">b</td></tr></table>',
    });
    await sheet.show('B13', 'b');
    await page.keyboard.press('Control+z');
    await sheet.show('B13', '');
  });

  test('SH-01 the fill handle continues a series and formulas', async ({ page, open, sheet }) => {
    const file = await open(
      sheetFile([
        ['2026-01-30', 1, 'Week 1', '=B1*2'],
        ['', 3, '', ''],
      ]),
    );
    const fill = async (from: string, to: string) => {
      const [start, end] = [
        (await page.locator('[data-part=fill]').boundingBox())!,
        (await sheet.cell(to).boundingBox())!,
      ];
      await page.mouse.move(start.x + 4, start.y + 4);
      await page.mouse.down();
      await page.mouse.move(end.x + 20, end.y + 12, { steps: 4 });
      await page.mouse.up();
    };
    await sheet.cell('B1').click();
    await page.keyboard.press('Shift+ArrowDown');
    await fill('B2', 'B5');
    for (const column of ['A', 'C', 'D']) {
      await sheet.cell(`${column}1`).click();
      await fill(`${column}1`, `${column}5`);
    }
    await sheet.show('D5', '18');
    await eventually(
      () =>
        JSON.stringify(cellsOf(file).slice(3)) ===
        JSON.stringify([
          ['2026-02-02', 7, 'Week 4', '=B4*2'],
          ['2026-02-03', 9, 'Week 5', '=B5*2'],
        ]),
    );
  });

  test('SH-01 rows, columns and worksheets are inserted, deleted, sorted and renamed, and formulas follow', async ({
    page,
    open,
    sheet,
  }) => {
    const file = await open();
    await sheet.show('C6', '119000');
    await page.getByRole('rowheader', { name: '3', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Insert 1 row above' }).click();
    await eventually(() => cellsOf(file)[6]?.[2] === '=SUM(C2:C6)');
    await page.getByRole('columnheader', { name: 'B', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete 1 column' }).click();
    await eventually(() => cellsOf(file)[6]?.[1] === '=SUM(B2:B6)');
    await sheet.show('D6', '-480');
    await sheet.cell('B2').click();
    await sheet.cell('B6').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sort A to Z, small to large' }).click();
    await sheet.show('A2', 'Rail passes');
    await sheet.show('D2', '-480');
    await page.getByRole('button', { name: 'Rates', exact: true }).dblclick();
    await page.getByRole('textbox', { name: 'Name of the worksheet' }).fill('Exchange rates');
    await page.keyboard.press('Enter');
    await eventually(() => cellsOf(file).some((row) => row.includes("='Exchange rates'!B1")));
    await page.getByRole('button', { name: 'Add a worksheet' }).click();
    await sheet.enter('A1', "='Exchange rates'!B1*2");
    await sheet.show('A1', '326.8');
    await eventually(() => saved(file).worksheets.length === 3);
    await page.getByRole('button', { name: 'Actions for Sheet1' }).click();
    await page.getByRole('menuitem', { name: 'Delete worksheet' }).click();
    await eventually(() => saved(file).worksheets.length === 2);
    expect(saved(file).mine).toEqual({ kept: 1 });
  });

  test('SH-01 formats, colours and frozen rows are kept in the file, and only harmless styles apply', async ({
    page,
    open,
    sheet,
  }) => {
    const bad =
      'background: url(https://example.com/x); position: fixed; color: url(x); font-weight: bold; background-color: ' +
      'expression(1)';
    const file = await open(sheetFile(BUDGET, { style: { A1: bad } }));
    await eventually(
      async () => (await sheet.cell('A1').evaluate((cell) => getComputedStyle(cell).fontWeight)) === '700',
    );
    expect(await sheet.cell('A1').getAttribute('style')).not.toMatch(/url|fixed|expression/);
    await sheet.cell('C2').click();
    await sheet.cell('E6').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Number format: Automatic' }).click();
    await page.getByRole('menuitem', { name: 'Yen' }).click();
    await sheet.show('C6', '¥ 119,000');
    await page.keyboard.press('Control+b');
    await page.getByRole('button', { name: 'Cell colour' }).click();
    await page.getByRole('menuitem', { name: 'Green' }).click();
    await eventually(() => saved(file).worksheets[0]!.style?.E6 === 'font-weight: bold; background-color: #d9f2e3');
    expect(saved(file).worksheets[0]!.style!.A1).toBe(bad);
    await sheet.enter('F2', '12.5%');
    await sheet.show('F2', '12.5%');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('menuitem', { name: 'First row stays in view' }).click();
    await sheet.grid.evaluate((grid) => (grid.parentElement!.scrollTop = 900));
    await eventually(async () => (await sheet.cell('A40').count()) === 1);
    expect(await sheet.cell('A1').isVisible()).toBe(true);
    await sheet.grid.evaluate((grid) => (grid.parentElement!.scrollTop = 0));
    await saveScreenshots(page, 'sheet-styled');
  });
});
