import { describe, expect, it } from '@jest/globals';
import { pathKey } from '@zo/web/paths';
import { recordMove } from '../../operations/moves';
import type { TreeRow } from './rows';
import { followRow } from './use-tree-focus';

const rows = (...names: string[]): TreeRow[] =>
  names.map((name, at) => {
    const entry = { root: 'w' as const, path: [name], name, isDirectory: false };
    const state = { expanded: false, pending: false, position: at + 1, siblings: names.length };
    return { entry, key: pathKey(entry), level: 1, ...state };
  });

describe('the focus of the tree', () => {
  it('FT-12 goes to the next row after a delete, at the end to the one before', () => {
    expect(followRow('w/b', rows('a', 'b', 'c'), rows('a', 'c'))).toBe('w/c');
    expect(followRow('w/c', rows('a', 'b', 'c'), rows('a', 'b'))).toBe('w/b');
    expect(followRow('w/b', rows('a', 'b', 'c'), rows('a', 'b'))).toBe('w/b');
    expect(followRow('w/gone', rows('a'), rows('a'))).toBe('w/gone');
  });

  it('FT-06 follows a renamed row', () => {
    recordMove({ root: 'w', path: ['b'] }, { root: 'w', path: ['z'] });
    expect(followRow('w/b', rows('a', 'b', 'c'), rows('a', 'c', 'z'))).toBe('w/z');
  });
});
