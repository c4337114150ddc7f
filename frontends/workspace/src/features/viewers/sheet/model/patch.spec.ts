import { describe, expect, it } from '@jest/globals';
import { parseRange, type Range } from './address';
import { setCells, setColumnWidth, setEntries, spliceSheet, withSheet } from './edits';
import { apply, diff, editsOf, inverse, rebase } from './patch';
import { member, parseWorkbook, type Value, type Workbook } from './workbook';

const bookOf = (data: Value[][]): Workbook => {
  const parsed = parseWorkbook(JSON.stringify({ worksheets: [{ data }] }));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const cellsOf = ({ sheets }: Workbook) => sheets[0]!.rows.map(({ cells }) => cells);

describe('edits', () => {
  it('are undone without what others changed since', () => {
    const book = bookOf([[1, 2], [3, 4], [5]]);
    const edited = setCells(book, 0, [{ row: 1, column: 0, value: 'x' }]);
    const patch = diff(book, edited);
    expect(editsOf(patch)).toEqual([{ sheet: 0, row: 1, column: 0, value: 'x' }]);
    const foreign = setCells(spliceSheet(edited, 0, { axis: 'row', at: 0, count: 2 }), 0, [
      { row: 3, column: 1, value: 'y' },
    ]);
    const moved = rebase(patch, diff(edited, spliceSheet(edited, 0, { axis: 'row', at: 0, count: 2 })));
    expect(cellsOf(apply(foreign, inverse(moved!)))).toEqual([[], [], [1, 2], [3, 'y'], [5]]);
    expect(rebase(patch, diff(edited, spliceSheet(edited, 0, { axis: 'row', at: 1, count: -1 })))).toBeUndefined();
  });

  describe('of formats', () => {
    const [A1, B2] = [parseRange('A1')!, parseRange('B2')!];
    const styled = (book: Workbook, range: Range, style: string): Workbook =>
      withSheet(book, 0, setEntries(book.sheets[0]!, 'style', { range, isHidden: () => false, change: () => style }));
    const stylesOf = ({ sheets }: Workbook) => member(sheets[0]!, 'style');
    const book = bookOf([[1, 2], [3]]);
    const bold = styled(book, A1, 'font-weight: bold');
    const patch = diff(book, bold);

    it('are undone without the formats that others set since', () => {
      const foreign = styled(bold, B2, 'color: red');
      const undone = apply(foreign, inverse(rebase(patch, diff(bold, foreign))!));
      expect(stylesOf(undone)).toEqual({ B2: 'color: red' });
      expect(stylesOf(apply(undone, patch))).toEqual({ A1: 'font-weight: bold', B2: 'color: red' });
      const same = styled(bold, A1, 'font-weight: bold; color: red');
      expect(stylesOf(apply(same, inverse(patch)))).toEqual(stylesOf(same));
      const wider = withSheet(bold, 0, setColumnWidth(bold.sheets[0]!, 1, 200));
      expect(apply(wider, inverse(patch)).sheets[0]!.members).toEqual([
        ...book.sheets[0]!.members,
        { key: 'columns', source: '[{},{"width":200}]' },
      ]);
    });

    it.each([
      ['row', { axis: 'row', at: 0, count: 1 }],
      ['column', { axis: 'column', at: 0, count: 1 }],
    ] as const)('stay when somebody has put a %s before them', (_name, splice) => {
      const foreign = styled(spliceSheet(bold, 0, splice), B2, 'color: red');
      expect(rebase(patch, diff(bold, foreign))).toBeUndefined();
    });

    it('are undone after somebody has written behind the last cells', () => {
      const added = setCells(bold, 0, [{ row: 2, column: 0, value: 'y' }]);
      expect(stylesOf(apply(added, inverse(rebase(patch, diff(bold, added))!)))).toBeUndefined();
      const longer = setCells(bold, 0, [{ row: 1, column: 4, value: 'x' }]);
      expect(stylesOf(apply(longer, inverse(rebase(patch, diff(bold, longer))!)))).toBeUndefined();
    });
  });

  it('stay when somebody has written into a row that they added', () => {
    const book = bookOf([[1], [2]]);
    const longer = spliceSheet(book, 0, { axis: 'row', at: 1, count: 1 });
    const write = (row: number) => setCells(longer, 0, [{ row, column: 0, value: 'x' }]);
    expect(rebase(diff(book, longer), diff(longer, write(1)))).toBeUndefined();
    const undone = apply(write(2), inverse(rebase(diff(book, longer), diff(longer, write(2)))!));
    expect(cellsOf(undone)).toEqual([[1], ['x']]);
  });
});
