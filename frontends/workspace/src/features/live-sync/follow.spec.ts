import { describe, expect, it } from '@jest/globals';
import type { FsEvent } from '../../../../shared/live/messages';
import { isRemoved, movedTo } from './follow';

const open = { root: 'w' as const, path: ['a', 'b', 'c.md'] };
const moved = (relativePath: string, destPath: string, root: 'w' | 's' = 'w'): FsEvent => ({
  eventType: 'moved',
  root,
  relativePath,
  destPath,
  isDirectory: true,
  at: 1,
});

describe('following moves', () => {
  it('LS-02 follows the file itself and its parents, and no others', () => {
    expect(movedTo(open, moved('a/b/c.md', 'd.md'))?.path).toEqual(['d.md']);
    expect(movedTo(open, moved('a', 'x/a2'))?.path).toEqual(['x', 'a2', 'b', 'c.md']);
    expect(movedTo(open, moved('a/b2', 'x'))).toBeUndefined();
    expect(movedTo(open, moved('a', 'x', 's'))).toBeUndefined();
    expect(movedTo(open, { ...moved('a', ''), eventType: 'deleted' })).toBeUndefined();
  });

  it('LS-02 a move to the other root is followed, and a folder named Trash there is not the trash', () => {
    const published: FsEvent = { ...moved('a', 'Trash/a'), destRoot: 's' };
    expect(movedTo(open, published)).toEqual({ root: 's', path: ['Trash', 'a', 'b', 'c.md'] });
    expect(isRemoved(open, published)).toBe(false);
    expect(isRemoved(open, moved('a', 'Trash/a'))).toBe(true);
  });
});
