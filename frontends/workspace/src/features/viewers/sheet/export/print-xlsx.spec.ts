import { describe, expect, it } from '@jest/globals';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import { parseWorkbook, type Workbook } from '../model/workbook';
import JSZip from 'jszip';
import { printXlsx } from './print-xlsx';

const bookOf = (worksheets: unknown[]): Workbook => {
  const parsed = parseWorkbook(JSON.stringify({ worksheets }));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const exported = (worksheets: unknown[]) =>
  read(printXlsx(bookOf(worksheets)), { type: 'array', cellNF: true, cellFormula: true, cellStyles: true });
const cell = (sheet: WorkSheet, name: string) => {
  const { t, v, f, z } = (sheet[name] ?? {}) as Record<string, unknown>;
  return { t, v, ...(f !== undefined && { f }), ...(z !== undefined && z !== 'General' && { z }) };
};

describe('SH-01 the Excel workbook of a sheet', () => {
  it('has values, formulas with their results, formats, dates and widths', () => {
    const book = exported([
      {
        worksheetName: 'Budget',
        data: [
          ['Item', 'Price', "'007", '2026-05-03', true],
          ['Ryokan', 61_000.5, '', '', '=B2/0'],
          ['Total', '=SUM(B2:B2)*Rates!A1', '="Trip "&A2', '=NOSUCH(1)'],
        ],
        cells: { B2: { mask: '#,##0.00' } },
        columns: [{ width: 180 }],
      },
      { worksheetName: 'Rates', data: [[2]] },
    ]);
    expect(book.SheetNames).toEqual(['Budget', 'Rates']);
    const budget = book.Sheets['Budget']!;
    expect(cell(budget, 'B2')).toEqual({ t: 'n', v: 61_000.5, z: '#,##0.00' });
    expect(cell(budget, 'B3')).toEqual({ t: 'n', v: 122_001, f: 'SUM(B2:B2)*Rates!A1' });
    expect(cell(budget, 'C3')).toEqual({ t: 's', v: 'Trip Ryokan', f: '"Trip "&A2' });
    expect(cell(budget, 'C1')).toEqual({ t: 's', v: '007' });
    expect(cell(budget, 'D1')).toEqual({ t: 'n', v: 46_145, z: 'yyyy-mm-dd' });
    expect(cell(budget, 'E1')).toEqual({ t: 'b', v: true });
    expect(cell(budget, 'E2')).toEqual({ t: 'e', v: 7, f: 'B2/0' });
    expect(cell(budget, 'D3')).toMatchObject({ t: 'e', v: 0x1d });
    expect(budget['!cols']![0]!.wpx).toBe(180);
  });

  it('has names that Excel takes', () => {
    const names = ['a/b:c', 'A B C', 'x'.repeat(40), 'x'.repeat(50), "'quoted'"];
    const book = exported(names.map((worksheetName) => ({ worksheetName, data: [[1]] })));
    expect(book.SheetNames).toEqual(['a b c', 'A B C (2)', 'x'.repeat(31), `${'x'.repeat(27)} (2)`, 'quoted']);
  });

  it('of nothing is an empty workbook that opens', () => {
    const book = exported([{ worksheetName: 'Empty' }]);
    expect(utils.sheet_to_json(book.Sheets['Empty']!, { header: 1 })).toEqual([]);
  });

  it('has styles, merged cells, heights and frozen panes in its XML', async () => {
    const style = {
      A1: 'font-weight: bold; font-style: italic; color: #175cd3; background-color: rgb(217, 242, 227); text-align: center',
      B2: 'border-top: 2px solid red; border-left: 1px dashed #00f; vertical-align: top; white-space: pre-wrap',
      D5: 'background-color: yellow',
      A2: 'color: url(x)',
    };
    const bytes = printXlsx(
      bookOf([
        {
          worksheetName: 'A',
          data: [
            ['<c r="A1" s="9"/>', ''],
            ['x', 1.5],
          ],
          style,
          cells: { B2: { mask: '0.0 "<&>"' } },
          mergeCells: { A3: [2, 2] },
          rows: { 1: { height: 60 } },
          freezeRows: 1,
          freezeColumns: 2,
        },
        { worksheetName: 'B', data: [[1]], freezeRows: 1 },
      ]),
    );
    const zip = await JSZip.loadAsync(bytes);
    const xml = (path: string) => zip.file(path)!.async('string');
    const sheet = await xml('xl/worksheets/sheet1.xml');
    const styles = new DOMParser().parseFromString(await xml('xl/styles.xml'), 'text/xml');
    expect(styles.querySelector('parsererror')).toBeNull();
    const formatOf = (name: string) => {
      const number = Number(new RegExp(`<c r="${name}" s="(\\d+)"`).exec(sheet)?.[1]);
      const format = styles.querySelectorAll('cellXfs > xf')[number]!;
      const part = (list: string, id: string) => {
        const found = styles.querySelectorAll(`${list} > *`)[Number(format.getAttribute(id))]!;
        return found.outerHTML
          .replace(/ xmlns="[^"]*"/g, '')
          .replace(/><\/(?!font|fill|patternFill|border|left>|top>)\w+>/g, '/>');
      };
      return {
        font: part('fonts', 'fontId'),
        fill: part('fills', 'fillId'),
        border: part('borders', 'borderId'),
        alignment: [...(format.querySelector('alignment')?.attributes ?? [])].map(
          ({ name: key, value }) => `${key} ${value}`,
        ),
      };
    };
    const [a1, b2, d5] = [formatOf('A1'), formatOf('B2'), formatOf('D5')];
    expect(a1.font).toContain('<b/><i/><sz val="12"/><color rgb="FF175CD3"/>');
    expect([a1.fill, a1.alignment]).toEqual([
      '<fill><patternFill patternType="solid"><fgColor rgb="FFD9F2E3"/><bgColor indexed="64"/></patternFill></fill>',
      ['horizontal center'],
    ]);
    expect(b2.border).toBe(
      '<border><left style="dashed"><color rgb="FF0000FF"/></left><right/><top style="medium"><color ' +
        'rgb="FFFF0000"/></top><bottom/><diagonal/></border>',
    );
    expect([b2.alignment, d5.fill]).toEqual([['vertical top', 'wrapText 1'], expect.stringContaining('FFFFFF00')]);
    expect(sheet).toContain('<mergeCell ref="A3:B4"/>');
    expect(sheet).toMatch(/<row r="2" [^>]*ht="45"/);
    expect(sheet).toContain(
      '<sheetView workbookViewId="0"><pane xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight" ' +
        'state="frozen"/>',
    );
    expect(await xml('xl/worksheets/sheet2.xml')).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft"',
    );
    const again = read(bytes, { type: 'array', cellNF: true, cellText: true });
    expect(again.Sheets['A']!['A1']).toMatchObject({ t: 's', v: '<c r="A1" s="9"/>' });
    expect(again.Sheets['A']!['B2']).toMatchObject({ t: 'n', v: 1.5, z: '0.0 "<&>"' });
  });
});
