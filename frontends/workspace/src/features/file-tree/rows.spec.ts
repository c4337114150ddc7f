import { describe, expect, it } from '@jest/globals';
import { pathKey, type Location } from '@zo/web/paths';
import { folderFromItems } from '../../../../shared/api/files.endpoints';
import { filterTree, treeRows } from './rows';

const item = (name: string, isDirectory = false) => ({
  name,
  isDirectory,
  size: 1,
  mtime: 1,
  birthtime: 1,
  isStaged: false as const,
});
const folders = new Map([
  [
    'w/',
    folderFromItems([item('b.md'), item('Trash', true), item('.git', true), item('Notes', true), item('Empty', true)]),
  ],
  ['w/Notes', folderFromItems([item('z.md'), item('a.md')])],
]);
const rows = (expanded: Location[], dotfiles = false) =>
  treeRows({
    root: { root: 'w', path: [] },
    expanded: Object.fromEntries(expanded.map((location) => [pathKey(location), location])),
    folderOf: (location) => folders.get(pathKey(location)),
    dotfiles,
  });

describe('tree rows', () => {
  it('FT-03 folders first, dot-folders by setting, Trash last', () => {
    expect(rows([]).map(({ entry }) => entry.name)).toEqual(['Empty', 'Notes', 'b.md', 'Trash']);
    expect(rows([], true).map(({ entry }) => entry.name)).toEqual(['.git', 'Empty', 'Notes', 'b.md', 'Trash']);
  });

  it('FT-02 expanded folders show their contents one level deeper, with their position among siblings', () => {
    const list = rows([
      { root: 'w', path: ['Notes'] },
      { root: 'w', path: ['Empty'] },
    ]);
    expect(list.map(({ entry, level, position, siblings }) => [entry.name, level, position, siblings])).toEqual([
      ['Empty', 1, 1, 4],
      ['Notes', 1, 2, 4],
      ['a.md', 2, 1, 2],
      ['z.md', 2, 2, 2],
      ['b.md', 1, 3, 4],
      ['Trash', 1, 4, 4],
    ]);
    expect(list[0]).toMatchObject({ expanded: true, pending: true });
  });

  it('a filter leaves what was found and the folders above it', () => {
    const list = rows([{ root: 'w', path: ['Notes'] }]);
    const found = (text: string) => filterTree(list, text).map(({ entry }) => entry.name);
    expect(found('Z.')).toEqual(['Notes', 'z.md']);
    expect(found('md')).toEqual(['Notes', 'a.md', 'z.md', 'b.md']);
    expect(found('empt')).toEqual(['Empty']);
    expect(found('nothing')).toEqual([]);
    expect(filterTree(list, ' ')).toBe(list);
  });
});
