import { describe, expect, it } from '@jest/globals';
import type { FsEvent } from '../../../../shared/live/messages';
import { movedTo } from './follow';

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
  it('LS-02 the file itself and its parents are followed, others are not', () => {
    expect(movedTo(open, moved('a/b/c.md', 'd.md'))?.path).toEqual(['d.md']);
    expect(movedTo(open, moved('a', 'x/a2'))?.path).toEqual(['x', 'a2', 'b', 'c.md']);
    expect(movedTo(open, moved('a/b2', 'x'))).toBeUndefined();
    expect(movedTo(open, moved('a', 'x', 's'))).toBeUndefined();
    expect(movedTo(open, { ...moved('a', ''), eventType: 'deleted' })).toBeUndefined();
  });
});
