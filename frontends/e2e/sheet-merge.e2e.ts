import { readFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect } from './fixture.js';
import { saveScreenshots } from './screenshots.js';
import { BUDGET, cellsOf, sheetFile, test } from './sheet-page.js';

interface Saved {
  mergeCells?: Record<string, number[]>;
  style?: Record<string, string>;
  columns?: { width?: number }[];
}
const first = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { worksheets: Saved[] }).worksheets[0]!;

test('SH-01 merged cells and borders are shown, set and removed, and keys, rows and undo respect them', async ({
  page,
  open,
  sheet,
}) => {
  const line = '2px solid #b42318';
  const file = await open(
    sheetFile(BUDGET, {
      mergeCells: { G2: [2, 3] },
      style: {
        A6: `border-top: ${line}`,
        A4: 'white-space: pre-wrap; vertical-align: top',
        B4: 'vertical-align: bottom',
        C1: 'border: 1px solid red; border-top: 1px solid url(x)',
      },
    }),
  );
  await sheet.show('C6', '119000');
  const box = async (name: string) => (await sheet.cell(name).boundingBox())!;
  expect([(await box('G2')).width, await sheet.cell('H3').count()]).toEqual([216, 0]);
  expect((await box('A4')).height).toBeGreaterThan(40);
  expect(await sheet.cell('C1').innerHTML()).not.toContain('url');
  const name = page.getByRole('textbox', { name: 'Go to a cell or range' });
  const at = (text: string) => eventually(async () => (await name.inputValue()) === text);
  await sheet.cell('F3').click();
  await page.keyboard.press('ArrowRight');
  await at('G2');
  await page.keyboard.press('ArrowRight');
  await at('I2');
  await page.keyboard.press('Shift+ArrowLeft');
  await at('G2:I4');
  await sheet.enter('G2', 'wide');
  await at('G5');

  await sheet.cell('A2').click();
  await sheet.cell('B3').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Merge cells' }).click();
  await page.getByText('The merged cell keeps the value of A2. Removed: 3 values.').waitFor();
  await eventually(() => first(file).mergeCells?.A2?.join() === '2,2' && cellsOf(file)[2]![0] === '');
  await page.getByRole('button', { name: 'Borders' }).click();
  await page.getByRole('menuitem', { name: 'Outer borders' }).click();
  await eventually(() => first(file).style?.B3 === 'border-bottom: 1px solid #000000; border-right: 1px solid #000000');
  await saveScreenshots(page, 'sheet-merged');
});

test('SH-01 inserted rows grow a merged cell, it is unmerged, and a double click fits a column', async ({
  page,
  open,
  sheet,
}) => {
  const file = await open(sheetFile(BUDGET, { mergeCells: { G2: [1, 2] } }));
  await sheet.show('C6', '119000');
  await page.getByRole('rowheader', { name: '3', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Insert 1 row above' }).click();
  await eventually(() => first(file).mergeCells?.G2?.join() === '1,3');
  await page.keyboard.press('Control+z');
  await eventually(() => first(file).mergeCells?.G2?.join() === '1,2');
  await sheet.cell('G2').click();
  await page.getByRole('button', { name: 'Unmerge cells' }).click();
  await eventually(() => first(file).mergeCells === undefined);
  const edge = page.locator('[data-part=width][data-cell="-1,0"]');
  await edge.dblclick();
  await eventually(() => (first(file).columns?.[0]?.width ?? 0) > 150);
  expect(first(file).columns![0]!.width).toBeLessThan(260);
  await page.keyboard.press('Control+z');
  await eventually(() => first(file).columns === undefined);
});
