import { describe, expect, it } from '@jest/globals';
import { setBorders } from './borders';
import { spliceSheet } from './edits';
import { addMerges, expanded, isCovered, mergedRanges, originOf, removeMerges } from './merges';
import { borderOf, parseStyle } from './styles';
import { member, parseWorkbook, type Workbook } from './workbook';

const bookOf = (more: object): Workbook => {
  const parsed = parseWorkbook(JSON.stringify({ worksheets: [{ worksheetName: 'A', data: [[1]], ...more }] }));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.workbook;
};
const sheetOf = (more: object) => bookOf(more).sheets[0]!;
const range = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });
const all = () => false;

describe('merged cells', () => {
  it('are read as columns and rows from their first cell; what overlaps or is no merge is left out', () => {
    const entries = {
      B2: [2, 3],
      C4: [5, 5],
      A1: [1, 1],
      A5: ['x', 2],
      D1: [-1, 2],
      ZZ9: [2, 2],
      E1: [2, 1, [{}]],
      x: 1,
    };
    expect(mergedRanges(sheetOf({ mergeCells: entries }))).toEqual([range(1, 1, 3, 2), range(0, 4, 0, 5)]);
    expect(mergedRanges(sheetOf({ mergeCells: { A1: [1, 1e9], A2: [1e9, 1] } }))).toEqual([]);
    expect(mergedRanges(sheetOf({ mergeCells: 'A1:B2' }))).toEqual([]);
  });

  it('grow a selection until it cuts none of them', () => {
    const sheet = sheetOf({ mergeCells: { B2: [2, 2], C4: [2, 1], A4: [1, 3] } });
    expect(expanded(sheet, range(0, 0, 1, 1))).toEqual(range(0, 0, 2, 2));
    expect(expanded(sheet, range(3, 2, 3, 2))).toEqual(range(3, 2, 3, 3));
    expect(expanded(sheet, range(3, 0, 3, 2))).toEqual(range(3, 0, 5, 3));
    expect([originOf(sheet, { row: 2, column: 2 }), isCovered(sheet, { row: 1, column: 1 })]).toEqual([
      { row: 1, column: 1 },
      false,
    ]);
  });

  it('replace those below them, and are removed', () => {
    const sheet = addMerges(sheetOf({ mergeCells: { A1: [2, 1], A9: [2, 1] } }), [range(0, 1, 3, 1)]);
    expect(member(sheet, 'mergeCells')).toEqual({ A9: [2, 1], B1: [1, 4] });
    expect(member(removeMerges(sheet, range(0, 0, 20, 9)), 'mergeCells')).toBeUndefined();
  });

  it.each([
    ['row', 0, 2, { B4: [2, 3] }],
    ['row', 2, 1, { B2: [2, 4] }],
    ['row', 4, 1, { B2: [2, 3] }],
    ['row', 0, -1, { B1: [2, 3] }],
    ['row', 1, -1, { B2: [2, 2] }],
    ['row', 3, -1, { B2: [2, 2] }],
    ['row', 0, -3, { B1: [2, 1] }],
    ['row', 0, -4, undefined],
    ['column', 2, -1, { B2: [1, 3] }],
    ['column', 2, 2, { B2: [4, 3] }],
  ] as const)('follow a %s change at %i by %i', (axis, at, count, expected) => {
    const book = spliceSheet(bookOf({ mergeCells: { B2: [2, 3] } }), 0, { axis, at, count });
    expect(member(book.sheets[0]!, 'mergeCells')).toEqual(expected);
  });
});

describe('borders', () => {
  it('are set around and within a range, and removed with those of the neighbours', () => {
    const outer = setBorders(sheetOf({}), 'outer', { range: range(1, 1, 2, 2), isHidden: all });
    const line = '1px solid #000000';
    expect(member(outer, 'style')).toEqual({
      B2: `border-top: ${line}; border-left: ${line}`,
      C2: `border-top: ${line}; border-right: ${line}`,
      B3: `border-bottom: ${line}; border-left: ${line}`,
      C3: `border-bottom: ${line}; border-right: ${line}`,
    });
    const rest = setBorders(outer, 'none', { range: range(1, 2, 3, 3), isHidden: all });
    expect(member(rest, 'style')).toEqual({
      B2: `border-top: ${line}; border-left: ${line}`,
      B3: `border-bottom: ${line}; border-left: ${line}`,
    });
    const right = setBorders(sheetOf({ style: { D2: `border-left: ${line}; color: red` } }), 'none', {
      range: range(1, 2, 1, 2),
      isHidden: all,
    });
    expect(member(right, 'style')).toEqual({ D2: 'color: red' });
  });

  it.each([
    ['border-top: 2px dashed #f00', { width: 2, line: 'dashed', colour: '#f00' }],
    ['border: thin solid', { width: 1, line: 'solid', colour: '#000000' }],
    ['border-top: 99px solid red', { width: 4, line: 'solid', colour: 'red' }],
    ['border-top: 1px solid url(x)', undefined],
    ['border-top: 1px solid var(--x)', undefined],
    ['border-top: none', undefined],
  ])('of %j are %j', (css, expected) => {
    expect(borderOf(parseStyle(css), 'top')).toEqual(expected);
  });
});
