import { describe, expect, it } from '@jest/globals';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import { parseWorkbook, type Workbook } from '../model/workbook';
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
});
