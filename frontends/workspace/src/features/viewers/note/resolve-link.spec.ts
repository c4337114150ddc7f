import { expect, it } from '@jest/globals';
import { resolveLink } from './resolve-link';

const note = { root: 'w' as const, path: ['Notes', 'Trips', 'Kyoto.md'] };

it('relative links start at the note, absolute ones at the root, and none leaves the tree', () => {
  expect(resolveLink(note, 'map%20a.png')?.path).toEqual(['Notes', 'Trips', 'map a.png']);
  expect(resolveLink(note, '../Ideas.md#later')?.path).toEqual(['Notes', 'Ideas.md']);
  expect(resolveLink(note, '/Images/x.png')?.path).toEqual(['Images', 'x.png']);
  expect(resolveLink(note, '../../../../etc/passwd')).toBeUndefined();
});
