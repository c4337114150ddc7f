import { describe, expect, it } from '@jest/globals';
import { folderFromItems, type Folder } from '../api/files.endpoints';
import { patchFolder } from './folder-patch';

const folder: Folder = {
  names: ['a', 'b', 'c'],
  isDir: [false, true, false],
  sizes: [1, 0, 3],
  mtimes: [10, 20, 30],
  births: [1, 2, 3],
  errors: { 2: 'EACCES' },
};

describe('live changes of a folder', () => {
  it('LS-02 a created file appears once, with no size until it is known', () => {
    const next = patchFolder(folder, [
      { type: 'add', name: 'd', isDirectory: false, at: 40 },
      { type: 'add', name: 'd', isDirectory: false, at: 41 },
    ]);
    expect(next.names).toEqual(['a', 'b', 'c', 'd']);
    expect(next.sizes[3]).toBe(-1);
    expect(next.isDir).toEqual([false, true, false, false]);
  });

  it('LS-02 a deleted file disappears and errors stay with their row', () => {
    const next = patchFolder(folder, [{ type: 'remove', name: 'a' }]);
    expect(next.names).toEqual(['b', 'c']);
    expect(next.isDir).toEqual([true, false]);
    expect(next.errors).toEqual({ 1: 'EACCES' });
  });

  it('LS-02 an entry deleted and created again in one batch stays', () => {
    const next = patchFolder(folder, [
      { type: 'remove', name: 'a' },
      { type: 'add', name: 'a', isDirectory: true, at: 50 },
    ]);
    expect(next.names).toEqual(['b', 'c', 'a']);
    expect(next.isDir[2]).toBe(true);
  });

  it('LS-02 a change without effect keeps the same object', () => {
    expect(
      patchFolder(folder, [
        { type: 'remove', name: 'x' },
        { type: 'add', name: 'a', isDirectory: false, at: 1 },
      ]),
    ).toBe(folder);
  });

  it('FT-02 rows and columns give the same folder', () => {
    const rows = folder.names.map((name, i) => ({
      name,
      isDirectory: folder.isDir[i]!,
      size: folder.sizes[i]!,
      mtime: folder.mtimes[i]!,
      birthtime: folder.births[i]!,
      error: folder.errors[i],
      isStaged: false as const,
    }));
    expect(folderFromItems(rows)).toEqual(folder);
  });
});
