import { describe, expect, it } from '@jest/globals';
import { EMPTY_SELECTION, clickRow, keepExisting, lassoRows, moveCursor, type Selection } from './selection';

const rows = ['a', 'b', 'c', 'd', 'e'];
const plain = { shift: false, toggle: false };
const names = (selection: Selection) => [...selection.names].sort();

describe('row selection', () => {
  it('FT-12 handles click, ctrl-click and shift-click', () => {
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

  const never = () => undefined;

  it('FT-12 after a row was removed elsewhere the cursor is on the one that took its place, and nothing is selected', () => {
    const selection = clickRow(EMPTY_SELECTION, rows, { name: 'c', ...plain });
    const change = (after: string[]) => ({ before: rows, rows: after, renamed: never, removedHere: () => false });
    expect(keepExisting(selection, change(['a', 'b', 'd', 'e']))).toEqual({
      names: new Set(),
      anchor: 'd',
      cursor: 'd',
    });
    const last = clickRow(EMPTY_SELECTION, rows, { name: 'e', ...plain });
    expect(keepExisting(last, change(['a'])).cursor).toBe('a');
    expect(keepExisting(selection, change([])).cursor).toBeNull();
    expect(keepExisting(selection, change(rows))).toBe(selection);
  });

  it('FT-12 after a delete the next row that is left is selected, at the end the one before', () => {
    const choose = (...chosen: string[]): Selection => ({
      names: new Set(chosen),
      anchor: chosen[0]!,
      cursor: chosen.at(-1)!,
    });
    const change = (after: string[]) => ({ before: rows, rows: after, renamed: never, removedHere: () => true });
    expect(keepExisting(choose('b', 'c'), change(['a', 'd', 'e']))).toEqual({
      names: new Set(['d']),
      anchor: 'd',
      cursor: 'd',
    });
    expect(names(keepExisting(choose('d', 'e'), change(['a', 'b', 'c'])))).toEqual(['c']);
    expect(names(keepExisting(choose('b', 'c'), change(['a', 'b', 'd', 'e'])))).toEqual(['b']);
    expect(names(keepExisting(choose('a'), change([])))).toEqual([]);
  });

  it('FT-06 a renamed row stays selected and keeps the cursor', () => {
    const selection = clickRow(EMPTY_SELECTION, rows, { name: 'c', ...plain });
    const after = ['A', 'a', 'b', 'd', 'e'];
    expect(
      keepExisting(selection, {
        before: rows,
        rows: after,
        renamed: (name) => (name === 'c' ? 'A' : undefined),
        removedHere: () => true,
      }),
    ).toEqual({ names: new Set(['A']), anchor: 'A', cursor: 'A' });
  });

  it('FT-12 a lasso selects the rows it touches', () => {
    expect([...lassoRows({ rows, rowHeight: 32, from: 40, to: 100, base: new Set() })]).toEqual(['b', 'c', 'd']);
    expect([...lassoRows({ rows, rowHeight: 32, from: 500, to: 130, base: new Set(['a']) })]).toEqual(['a', 'e']);
  });
});
