import { expect, it } from '@jest/globals';
import { relativeLink, resolveLink, webAddress } from './resolve-link';

const note = { root: 'w' as const, path: ['Notes', 'Trips', 'Kyoto.md'] };

it('relative links start at the note, absolute ones at the root, and none leaves the tree', () => {
  expect(resolveLink(note, 'map%20a.png')?.path).toEqual(['Notes', 'Trips', 'map a.png']);
  expect(resolveLink(note, '../Ideas.md#later')?.path).toEqual(['Notes', 'Ideas.md']);
  expect(resolveLink(note, '/Images/x.png')?.path).toEqual(['Images', 'x.png']);
  expect(resolveLink(note, '../../../../etc/passwd')).toBeUndefined();
});

it.each([
  ['Notes/Trips/map a.png', 'map%20a.png'],
  ['Notes/Trips/Images/x.png', 'Images/x.png'],
  ['Notes/x.png', '../x.png'],
  ['100 %/#1.png', '../../100%20%25/%231.png'],
])('a link to %s leads there again', (path, link) => {
  const target = { root: 'w' as const, path: path.split('/') };
  expect(relativeLink(note, target)).toBe(link);
  expect(resolveLink(note, link)).toEqual(target);
});

it.each([
  ['https://example.org/a.png', 'https://example.org/a.png'],
  ['//example.org/a.png', 'https://example.org/a.png'],
  ['http://', undefined],
  ['http://[', undefined],
  ['//', undefined],
  ['ftp://example.org/a.png', undefined],
  ['javascript:alert(1)', undefined],
  ['a.png', undefined],
])('the address %j of an image leads to %j on the web', (url, address) => expect(webAddress(url)).toBe(address));
