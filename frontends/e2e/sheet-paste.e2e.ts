import { readFileSync } from 'node:fs';
import { eventually } from '@zo/testing/eventually';
import { expect } from './fixture.js';
import { saveScreenshots } from './screenshots.js';
import { cellsOf, sheetFile, test } from './sheet-page.js';

const json = (value: object) => JSON.stringify(value).replaceAll('"', '&quot;');

/** As Google Sheets writes it, and something hostile in it. */
const TABLE = `<meta charset='utf-8'><google-sheets-html-origin><table data-sheets-root="1"><tbody>
<tr><td colspan="2" style="font-weight:bold;background-color:#d9ead3;text-align:center;border-bottom:1px solid #000" data-sheets-value="${json({ 1: 2, 2: 'Trip' })}">Trip</td></tr>
<tr><td data-sheets-value="${json({ 1: 3, 3: 0.125 })}" data-sheets-numberformat="${json({ 1: 3, 2: '0.0%' })}">12.5%</td>
<td data-sheets-value="${json({ 1: 3, 3: 0.25 })}" data-sheets-formula="=R[0]C[-1]*2">0.25</td></tr>
<tr><td style="background:url(/api/me?a)" onclick="throw 1"><img src="/api/me?b" onerror="throw 2">x</td>
<td><script>throw 3</script><style>@import url(/api/me?c);</style><iframe src="/api/me?d"></iframe>y</td></tr></tbody></table>`;

interface Saved {
  mergeCells?: Record<string, number[]>;
  style?: Record<string, string>;
  cells?: Record<string, { mask?: string }>;
}

test('SH-01 a table of another program is pasted with formulas, formats, styles and merged cells, and runs nothing', async ({
  page,
  open,
  sheet,
}) => {
  const file = await open(sheetFile([['Item', 1]], { style: { A1: 'font-weight: bold' } }));
  const first = () => (JSON.parse(readFileSync(file, 'utf8')) as { worksheets: Saved[] }).worksheets[0]!;
  const paste = (types: Record<string, string>) =>
    sheet.grid.evaluate((grid, all) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(all)) data.setData(type, text);
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, types);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await sheet.cell('B3').click();
  await paste({ 'text/html': TABLE, 'text/plain': 'Trip\t\n12.5%\t0.25\nx\ty' });
  await sheet.show('C4', '0.25');
  await sheet.show('B4', '12.5%');
  await eventually(() => JSON.stringify(cellsOf(file)[3]) === '["",0.125,"=B4*2"]');
  const { mergeCells, style, cells } = first();
  expect([mergeCells, cells]).toEqual([{ B3: [2, 1] }, { B4: { mask: '0.0%' } }]);
  expect(style).toMatchObject({
    A1: 'font-weight: bold',
    B3: 'font-weight: bold; background-color: #d9ead3; text-align: center; border-bottom: 1px solid #000',
  });
  expect(JSON.stringify(style)).not.toContain('url');
  expect(requested.filter((url) => url.includes('/api/me?'))).toEqual([]);

  // A copy of it has the same in the form of other programs, and in this tab everything.
  const copied = await sheet.grid.evaluate((grid) => {
    const data = new DataTransfer();
    grid.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
    return { 'text/plain': data.getData('text/plain'), 'text/html': data.getData('text/html') };
  });
  expect(copied['text/html']).toMatch(/colspan="2" style="font-weight: bold/);
  await sheet.cell('E10').click();
  await paste(copied);
  await eventually(() => cellsOf(file)[10]?.[5] === '=E11*2' && first().mergeCells?.E10?.join() === '2,1');
  await page.keyboard.press('Control+z');
  await eventually(() => first().mergeCells?.E10 === undefined && first().style?.E10 === undefined);
  await paste({ 'text/html': `<table>${'<tr><td colspan=16384 rowspan=9>x</td></tr>'.repeat(20)}</table>` });
  await page.getByText('This is too much to paste at once.').waitFor();
  await saveScreenshots(page, 'sheet-pasted');
});
