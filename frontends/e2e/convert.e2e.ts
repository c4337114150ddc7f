import type { Page } from '@playwright/test';
import { eventually } from '@zo/testing/eventually';
import { contentOf, row, write } from './page-objects.js';
import { saveScreenshots } from './screenshots.js';
import { expect, test } from './fixture.js';
import { paragraph, wordFile } from './zip-file.js';

/** Chooses an entry in the menu of a row of the listing. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

test.describe('conversions', () => {
  test('FT-15 a CSV file is converted to a sheet, and the sheet is exported to XLSX', async ({ page, user }) => {
    await write(user, { 'costs.csv': 'item,price\nRyokan,61000\nRail,11480\n' });
    await page.goto('/f/w');
    await choose(page, 'costs.csv', 'Convert to sheet');
    await page.getByText('Converted to sheet', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForURL(/costs\.sheet\.json$/);
    const grid = page.getByRole('grid');
    await grid.getByRole('gridcell', { name: 'Ryokan' }).waitFor();
    await grid.getByRole('gridcell', { name: '11480' }).click();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('=SUM(B2:B3)\n');
    await grid.getByRole('gridcell', { name: '72480' }).waitFor();
    await eventually(async () => (await contentOf(user, 'costs.sheet.json'))?.includes('=SUM(B2:B3)'));

    await page.goto('/f/w');
    await choose(page, 'costs.sheet.json', 'Export to XLSX');
    await page.getByText('Exported to XLSX', { exact: true }).waitFor();
    await saveScreenshots(page, 'exported');
    await page.goto('/f/w/costs.xlsx');
    await page.getByText('72480').waitFor();
  });

  test('FT-15 what a sheet shows survives the way to XLSX and back', async ({ page, user }) => {
    const style = 'font-weight: bold; color: #b42318; background-color: #fef3c7; text-align: center';
    const shown = {
      mergeCells: { A1: [2, 1] },
      freezeRows: 1,
      cells: { B2: { mask: '0.00' } },
      style: { A1: style, B2: 'border-bottom: 2px solid #175cd3' },
    };
    const sheet = {
      worksheetName: 'Plan',
      data: [
        ['Trip', ''],
        ['Rail', 1.5],
      ],
      ...shown,
    };
    await write(user, { 'plan.sheet.json': JSON.stringify({ worksheets: [sheet] }) });
    await page.goto('/f/w');
    await choose(page, 'plan.sheet.json', 'Export to XLSX');
    await page.getByText('Exported to XLSX', { exact: true }).waitFor();
    await choose(page, 'plan.xlsx', 'Convert to sheet');
    await page.getByText('Converted to sheet', { exact: true }).waitFor();
    const file = await eventually(() => contentOf(user, 'plan (2).sheet.json'));
    const { worksheets } = JSON.parse(file!) as { worksheets: object[] };
    expect(worksheets[0]).toMatchObject({ data: [['Trip'], ['Rail', 1.5]], ...shown });
  });

  test('FT-15 a Word document and a web page are converted to Markdown', async ({ page, user }) => {
    await write(user, {
      'plan.docx': wordFile({ body: paragraph('We leave on Sunday.') }),
      'page.html': '<h1>Ships</h1><p>Two of them.</p>',
    });
    await page.goto('/f/w');
    await choose(page, 'plan.docx', 'Convert to Markdown');
    await page.getByText('Converted to Markdown', { exact: true }).waitFor();
    await eventually(async () => (await contentOf(user, 'plan.md')) === 'We leave on Sunday.\n');
    await choose(page, 'page.html', 'Convert to Markdown');
    await eventually(async () => (await contentOf(user, 'page.md')) === '# Ships\n\nTwo of them.\n');
    await row(page, 'page.md').waitFor();
  });

  test('FT-15 a file that cannot be converted says why', async ({ page, user }) => {
    await write(user, { 'broken.xlsx': 'not a workbook', 'broken.docx': 'not a document', 'list.sheet.json': '[]' });
    await page.goto('/f/w');
    await choose(page, 'broken.xlsx', 'Convert to sheet');
    await page.getByText('Failed to convert to sheet').waitFor();
    await page.getByText('This file is not a workbook.').waitFor();
    await choose(page, 'broken.docx', 'Convert to Markdown');
    await page.getByText('Failed to convert to Markdown').waitFor();
    await choose(page, 'list.sheet.json', 'Export to XLSX');
    await page.getByText('Failed to export XLSX').waitFor();
  });
});
