import { expect, it } from '@jest/globals';
import { isSelectable, shownItems, type Item } from './items';

const item = (name: string, fields: Partial<Item> = {}): Item => ({
  id: name,
  name,
  isFolder: false,
  icon: 'file',
  size: 1,
  modified: 1,
  arrival: '',
  ...fields,
});
const ITEMS = [item('b 10', { size: 3 }), item('b 2', { modified: 9 }), item('a'), item('z', { isFolder: true })];
const names = (...rest: [search: string, sort: Parameters<typeof shownItems>[2]]) =>
  shownItems(ITEMS, ...rest).map(({ name }) => name);

it('shows folders first, sorted by name, time or size in both directions', () => {
  expect(names('', { by: 'name', descending: false })).toEqual(['z', 'a', 'b 2', 'b 10']);
  expect(names('', { by: 'name', descending: true })).toEqual(['z', 'b 10', 'b 2', 'a']);
  expect(names('', { by: 'modified', descending: true })).toEqual(['z', 'b 2', 'a', 'b 10']);
  expect(names('', { by: 'size', descending: true })).toEqual(['z', 'b 10', 'a', 'b 2']);
});

it('finds all words in any case', () => {
  expect(names('2 B', { by: 'name', descending: false })).toEqual(['b 2']);
  expect(names('q', { by: 'name', descending: false })).toEqual([]);
});

it('folders and items with a problem cannot be selected', () => {
  expect([item('a'), item('a', { isFolder: true }), item('a', { problem: 'too large' })].map(isSelectable)).toEqual([
    true,
    false,
    false,
  ]);
});
