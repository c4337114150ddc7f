import { describe, expect, it } from '@jest/globals';
import { nameKey } from '@zo/proto/name-key';
import { sortFolder, type Sort } from './sort';

const folder = {
  names: ['b.txt', 'zeta', 'file 10.md', 'file 9.md', 'Alpha', '.git', 'broken', 'Trash', 'ärger.md'],
  isDir: [false, true, false, false, true, true, false, true, false],
  sizes: [5, 0, 100, 1, 0, 0, 0, 0, 7],
  mtimes: [50, 60, 10, 90, 5, 1, 2, 3, 70],
  births: [],
  errors: { 6: 'EACCES' },
};
const names = (sort: Sort, shown = { dotfiles: false, hidden: ['Trash'] }) =>
  sortFolder(folder, sort, shown).map((index) => folder.names[index]);

describe('order of a folder', () => {
  it('FT-03 folders first, errors last, Trash and dot-folders hidden, numbers by value', () => {
    expect(names({ by: 'name', descending: false })).toEqual([
      'Alpha',
      'zeta',
      'ärger.md',
      'b.txt',
      'file 9.md',
      'file 10.md',
      'broken',
    ]);
    expect(
      sortFolder(folder, { by: 'name', descending: false }, { dotfiles: true }).map((index) => folder.names[index]),
    ).toContain('.git');
  });

  it('FT-03 folders stay first and errors last in every other order', () => {
    expect(names({ by: 'name', descending: true })).toEqual([
      'zeta',
      'Alpha',
      'file 10.md',
      'file 9.md',
      'b.txt',
      'ärger.md',
      'broken',
    ]);
    expect(names({ by: 'mtime', descending: true })).toEqual([
      'zeta',
      'Alpha',
      'file 9.md',
      'ärger.md',
      'b.txt',
      'file 10.md',
      'broken',
    ]);
    expect(names({ by: 'size', descending: false })).toEqual([
      'Alpha',
      'zeta',
      'file 9.md',
      'b.txt',
      'ärger.md',
      'file 10.md',
      'broken',
    ]);
  });

  it('FT-03 numbers in names sort by value; accents and case are ignored', () => {
    const list = ['b', 'Äpfel', 'a10', 'a9', 'a010b', 'A2', 'apfel 1', '2', '10', '1'];
    expect(list.sort((x, y) => (nameKey(x) < nameKey(y) ? -1 : 1))).toEqual([
      '1',
      '2',
      '10',
      'A2',
      'a9',
      'a10',
      'a010b',
      'Äpfel',
      'apfel 1',
      'b',
    ]);
  });

  it('FT-03 100,000 names are sorted', () => {
    const many = Array.from({ length: 100_000 }, (_none, index) => `file ${(index * 7919) % 100_000}.txt`);
    const big = { names: many, isDir: many.map(() => false), sizes: [], mtimes: [], births: [], errors: {} };
    const order = sortFolder(big, { by: 'name', descending: false }, { dotfiles: true });
    expect(many[order[99_999]!]).toBe('file 99999.txt');
  });
});
