import { write } from './page-objects.js';
import { pdfFile } from './pdf-file.js';
import { saveScreenshots } from './screenshots.js';
import { searchOf } from './search-page.js';
import { expect, test } from './fixture.js';
import { workbookFile } from './workbook-file.js';
import { paragraph, wordFile } from './zip-file.js';

test.describe('places that a search has found', () => {
  test('FT-14 finds the text of documents, and opens a PDF at its page', async ({ page, user }) => {
    const pages = ['Contract of lease', 'Terms', 'The harbour master pays the axolotl rent'];
    await write(user, {
      'Papers/lease.pdf': pdfFile({ pages: pages.map((line) => ({ lines: [line] })) }),
      'Papers/minutes.docx': wordFile({ body: paragraph('Minutes') + paragraph('The axolotl rent was discussed.') }),
    });
    const { type, result } = searchOf(page);
    await page.goto('/search');
    await type('axolotl rent', 2);
    await result('minutes.docx').getByText('The axolotl rent was discussed.').waitFor();
    await expect(result('lease.pdf').locator('mark')).toHaveText('axolotl rent');
    await saveScreenshots(page, 'search-documents');
    await result('lease.pdf').getByRole('link').first().click();
    await page.waitForURL(/lease\.pdf#L3/);
    await expect(page.getByText('The harbour master pays the axolotl rent')).toBeInViewport();
  });

  test('FT-14 a hit opens a document, an article and a table at the place', async ({ page, user }) => {
    const lines = Array.from({ length: 90 }, (_none, n) => `Line ${n} of nothing in particular.`);
    const low = [
      ...lines.map((line) => ({ lines: [line] })),
      { lines: [...lines.slice(0, 24), 'Here the axolotl rests'] },
    ];
    await write(user, {
      'Papers/care.pdf': pdfFile({ pages: low }),
      'Papers/minutes.docx': wordFile({
        body: [...lines, 'The axolotl rent.'].map((line) => paragraph(line)).join(''),
      }),
      'Articles/Care :: example.org.md': `# Care\n\n${lines.join('\n\n')}\n\nAn axolotl needs cold water.\n`,
      'Papers/zoo.csv': `name,note\n${lines.map((line, n) => `n${n},"${line}\nmore"`).join('\n')}\nLotte,an axolotl\n`,
    });
    const { type, result } = searchOf(page);
    const open = async (name: string) => {
      await result(name).getByRole('link').first().click();
      await page.waitForURL(/#L/);
      // The search stays until the file is loaded, with the same text.
      await expect(page.getByRole('textbox', { name: 'Search names and contents' })).toHaveCount(0);
    };
    const shown = async (text: string) => {
      await expect(page.getByRole('main').getByText(text)).toBeInViewport();
      await page.goBack();
    };
    await page.goto('/search');
    await type('axolotl', 4);
    await open('minutes.docx');
    await shown('The axolotl rent.');
    await open('Care ::');
    await shown('An axolotl needs cold water.');
    await open('care.pdf');
    await shown('Here the axolotl rests');
    await open('zoo.csv');
    await page.getByText('Row 91', { exact: true }).waitFor();
    await expect(page.getByRole('main').getByText('an axolotl').first()).toBeInViewport();
  });

  test('FT-14 a hit opens a workbook and a sheet file at the sheet and the cell', async ({ page, user }) => {
    const rows = Array.from({ length: 120 }, (_none, n) => [`row ${n}`, n]);
    await write(user, {
      'zoo.xlsx': workbookFile({
        Fish: [['name', 'count'], ...rows],
        Newts: [['name', 'note'], ...rows, ['Lotte', 'An axolotl']],
      }),
      'pond.sheet.json': JSON.stringify({
        worksheets: [
          { worksheetName: 'Fish', data: rows },
          { worksheetName: 'Newts', data: [...rows, ['Otto', 'an axolotl, too']] },
        ],
      }),
    });
    const { type, result } = searchOf(page);
    await page.goto('/search');
    await type('axolotl', 2);
    await result('zoo.xlsx').getByRole('link').first().click();
    await page.waitForURL(/zoo\.xlsx#L/);
    const main = page.getByRole('main');
    await expect(main.getByRole('gridcell', { name: 'An axolotl' })).toBeInViewport();
    await saveScreenshots(page, 'search-workbook');
    await page.goBack();
    await result('pond.sheet.json').getByRole('link').first().click();
    await page.waitForURL(/pond\.sheet\.json#L/);
    await expect(main.getByRole('gridcell', { name: 'an axolotl, too' })).toBeInViewport();
  });
});
