import { describe, expect, it } from '@jest/globals';
import { EMPTY_SELECTION, clickRow, keepExisting, lassoRows, moveCursor, type Selection } from './selection';

const rows = ['a', 'b', 'c', 'd', 'e'];
const plain = { shift: false, toggle: false };
const names = (selection: Selection) => [...selection.names].sort();

describe('choosing rows', () => {
  it('FT-12 click, ctrl-click and shift-click', () => {
    let selection = clickRow(EMPTY_SELECTION, rows, { name: 'b', ...plain });
    expect(names(selection)).toEqual(['b']);
    selection = clickRow(selection, rows, { name: 'd', shift: false, toggle: true });
    expect(names(selection)).toEqual(['b', 'd']);
    selection = clickRow(selection, rows, { name: 'e', shift: true, toggle: false });
    expect(names(selection)).toEqual(['d', 'e']);
    selection = clickRow(selection, rows, { name: 'a', shift: true, toggle: true });
    expect(names(selection)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(names(clickRow(selection, rows, { name: 'c', shift: false, toggle: true }))).toEqual(['a', 'b', 'd', 'e']);
  });

  it('FT-12 the keyboard moves and extends', () => {
    let selection = moveCursor(EMPTY_SELECTION, rows, { index: 1, shift: false });
    selection = moveCursor(selection, rows, { index: 2, shift: true });
    selection = moveCursor(selection, rows, { index: 3, shift: true });
    expect(names(selection)).toEqual(['b', 'c', 'd']);
    expect(names(moveCursor(selection, rows, { index: 99, shift: false }))).toEqual(['e']);
  });

  it('FT-12 after a delete the keyboard stands on the row that took the place', () => {
    const selection = clickRow(EMPTY_SELECTION, rows, { name: 'c', ...plain });
    expect(keepExisting(selection, rows, ['a', 'b', 'd', 'e'])).toEqual({
      names: new Set(['d']),
      anchor: 'd',
      cursor: 'd',
    });
    expect(keepExisting(clickRow(EMPTY_SELECTION, rows, { name: 'e', ...plain }), rows, ['a']).cursor).toBe('a');
    expect(keepExisting(selection, rows, []).cursor).toBeNull();
    expect(keepExisting(selection, rows, rows)).toBe(selection);
  });

  it('FT-12 a lasso takes what it touches', () => {
    expect([...lassoRows({ rows, rowHeight: 32, from: 40, to: 100, base: new Set() })]).toEqual(['b', 'c', 'd']);
    expect([...lassoRows({ rows, rowHeight: 32, from: 500, to: 130, base: new Set(['a']) })]).toEqual(['a', 'e']);
  });
});
