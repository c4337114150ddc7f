import { describe, expect, it } from '@jest/globals';
import type { ArchiveEntry } from '../../../api/archives.endpoints';
import { choiceOf, openAtFirst, rowsOf, toggled, treeOf, type Node } from './tree';

const entry = (path: string, size: number | null = 1): ArchiveEntry => ({
  path,
  kind: size === null ? 'folder' : 'file',
  size,
  mtime: null,
  encrypted: false,
});
const TREE = treeOf([
  entry('a/2.txt', 5),
  entry('a/10.txt'),
  entry('a/b/c.txt', 7),
  entry('a/b/d.txt'),
  entry('e', null),
]);
const find = (path: string): Node =>
  rowsOf(TREE, new Set(['a', 'a/b', 'e']), '').find(({ node }) => node.path === path)!.node;
const paths = (open: string[], filter = '') => rowsOf(TREE, new Set(open), filter).map(({ node }) => node.path);

describe('the tree of an archive', () => {
  it('has folders that are only in paths, with sums, folders first and names by their numbers', () => {
    expect(paths([])).toEqual(['a', 'e']);
    expect(paths(['a', 'a/b'])).toEqual(['a', 'a/b', 'a/b/c.txt', 'a/b/d.txt', 'a/2.txt', 'a/10.txt', 'e']);
    expect([find('a').size, find('a').files, find('e').files]).toEqual([14, 4, 0]);
  });

  it('is filtered by the words of paths, whatever is open', () => {
    expect(paths([], 'B TXT')).toEqual(['a/b/c.txt', 'a/b/d.txt']);
    expect(paths([], 'nothing')).toEqual([]);
  });

  it('opens folders that are alone', () => {
    expect([...openAtFirst(treeOf([entry('x/y/1'), entry('x/y/2')]))]).toEqual(['x', 'x/y']);
    expect([...openAtFirst(TREE)]).toEqual([]);
  });

  it('does not take names of objects for entries', () => {
    const tree = treeOf([entry('__proto__/constructor'), entry('toString')]);
    expect(tree.children.map(({ path }) => path)).toEqual(['__proto__', 'toString']);
  });

  it('of a path a hundred folders deep is summed up', () => {
    expect(treeOf([entry(`${'d/'.repeat(100)}f`, 3)]).size).toBe(3);
  });
});

describe('the choice', () => {
  it('of a folder includes what is in it, and one of it can be taken out again', () => {
    let chosen = toggled(find('a'), new Set());
    expect(choiceOf(find('a/b/c.txt'), chosen)).toBe('all');
    chosen = toggled(find('a/b/c.txt'), chosen);
    expect([...chosen].toSorted()).toEqual(['a/10.txt', 'a/2.txt', 'a/b/d.txt']);
    expect([choiceOf(find('a'), chosen), choiceOf(find('a/b'), chosen), choiceOf(find('e'), chosen)]).toEqual([
      'some',
      'some',
      'none',
    ]);
    expect([...toggled(find('a'), chosen)]).toEqual(['a']);
  });
});
