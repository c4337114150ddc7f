import { describe, expect, it } from '@jest/globals';
import { MessageChannel } from 'node:worker_threads';
import { mergeText } from '../../../../document/merge';
import { setCells } from './edits';
import { printWorkbook } from './print-workbook';
import { openedAtOnce, openInSlices } from './open-workbook';
import { parseWorkbook, readSteps, type Row, type Workbook } from './workbook';

// The simulated page has none.
globalThis.MessageChannel ??= MessageChannel as unknown as typeof globalThis.MessageChannel;

const read = (text: string): Workbook => {
  const parsed = parseWorkbook(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const edit = (text: string, row: number, column: number, value: string | number) =>
  printWorkbook(setCells(read(text), 0, [{ row, column, value }]));

/** The workbook with rows that count how often their text is asked for. */
function counted({ sheets: [sheet], members }: Workbook): { book: Workbook; printed: () => number } {
  let count = 0;
  const rows = sheet!.rows.map(({ cells, source }): Row => ({
    cells,
    get source() {
      return (count++, source);
    },
  }));
  return { book: { sheets: [{ ...sheet!, rows }], members }, printed: () => count };
}

const FOREIGN = `{
  "tabs": true, "toolbar": true, "about": {"deep": [1.0, "a\\"]}"]},
  "worksheets": [
    {"minDimensions": [4, 6], "worksheetName": "Plan",
     "data": [["Item", 1.50, 12345678901234567890],
       [
         "=B1*2", true, null
       ],
       []],
     "columns": [{"width": 120, "mask": "#,##0.00"}], "style": {"A1": "font-weight: bold"}, "mine": 1e2},
    {"worksheetName": "Two"}
  ]
}`;

describe('a sheet file', () => {
  it('reads cells, names and sizes', () => {
    const { sheets } = read(FOREIGN);
    expect(sheets.map(({ name }) => name)).toEqual(['Plan', 'Two']);
    expect(sheets[0]!.rows.map(({ cells }) => cells)).toEqual([
      ['Item', 1.5, Number('12345678901234567890')],
      ['=B1*2', true, null],
      [],
    ]);
  });

  it('is read in steps when it is long', async () => {
    const data = Array.from({ length: 10_000 }, (_none, row) => [row, 'a "quoted" [text] {here}\\', null]);
    const text = JSON.stringify({ worksheets: [{ data }], style: {} });
    expect([...readSteps(text)].length).toBeGreaterThan(10);
    expect(openedAtOnce(text)).toBeUndefined();
    expect(await openInSlices(text)).toEqual({ text, parsed: parseWorkbook(text) });
    expect(openedAtOnce(FOREIGN)).toEqual({ text: FOREIGN, parsed: parseWorkbook(FOREIGN) });
    expect(read(text).sheets[0]!.rows.at(-1)!.cells).toEqual(data.at(-1));
  });

  it('prints the rows around an edit, and not all 10,000', () => {
    const data = Array.from({ length: 10_000 }, (_none, row) => [row, 'text']);
    const { book, printed } = counted(read(JSON.stringify({ worksheets: [{ data }] })));
    printWorkbook(book);
    const before = printed();
    expect(before).toBeGreaterThanOrEqual(10_000);
    const text = printWorkbook(setCells(book, 0, [{ row: 5_000, column: 1, value: 'new' }]));
    expect(printed() - before).toBeLessThan(200);
    expect(read(text).sheets[0]!.rows.map(({ cells }) => cells)).toEqual(data.with(5_000, [5_000, 'new']));
  });

  it('keeps every unknown member and the digits of rows that were not edited', () => {
    const text = edit(FOREIGN, 1, 0, 'x');
    expect(text).toContain('["Item", 1.50, 12345678901234567890]');
    expect(text).toContain('"about": {"deep": [1.0, "a\\"]}"]}');
    expect(text).toContain('"mine": 1e2');
    const [before, after] = [JSON.parse(FOREIGN), JSON.parse(text)];
    before.worksheets[0].data[1][0] = 'x';
    expect(after).toEqual(before);
    expect(Object.keys(after.worksheets[0])).toEqual(Object.keys(before.worksheets[0]));
  });

  it('has one line for each row, and a second edit changes that line alone', () => {
    const once = edit(FOREIGN, 1, 0, 'x').split('\n');
    const twice = edit(once.join('\n'), 0, 0, 'y').split('\n');
    expect(once.length).toBe(twice.length);
    expect(twice.filter((line, index) => line !== once[index])).toEqual(['["y",1.5,12345678901234567000]']);
  });

  it('merges edits of neighbouring rows, and of a row and a new last row', () => {
    const base = edit(FOREIGN, 2, 0, 'z');
    const [mine, theirs] = [edit(base, 0, 0, 'mine'), edit(base, 1, 0, 'theirs')];
    const merged = mergeText({ base, mine, theirs });
    expect(merged.clean && read(merged.text).sheets[0]!.rows.map(({ cells }) => cells[0])).toEqual([
      'mine',
      'theirs',
      'z',
    ]);
    const longer = mergeText({ base, mine: edit(base, 2, 0, 'mine'), theirs: edit(base, 3, 0, 'new') });
    expect(longer.clean && read(longer.text).sheets[0]!.rows.map(({ cells }) => cells[0])).toEqual([
      'Item',
      '=B1*2',
      'mine',
      'new',
    ]);
  });

  it('is the same text again when read and printed', () => {
    const text = edit(FOREIGN, 5, 3, 7);
    expect(printWorkbook(read(text))).toBe(text);
  });

  it.each([
    ['', 'empty'],
    ['{"worksheets": [', 'not-json'],
    ['[]', 'no-worksheets'],
    ['null', 'no-worksheets'],
    ['{"worksheets": []}', 'no-worksheets'],
    ['{"worksheets": [1]}', 'no-worksheets'],
    ['{"worksheets": [{"data": {"a": 1}}]}', 'no-rows'],
    ['{"worksheets": [{"data": [{"a": 1}]}]}', 'no-rows'],
  ])('%j is refused: %s', (text, problem) => {
    expect(parseWorkbook(text)).toEqual({ problem });
  });

  it('gives worksheets without a name, or with a name twice, a name of their own', () => {
    const { sheets } = read('{"worksheets": [{}, {"worksheetName": "Sheet1"}, {"worksheetName": "sheet1"}]}');
    expect(sheets.map(({ name }) => name)).toEqual(['Sheet2', 'Sheet1', 'Sheet3']);
  });
});
