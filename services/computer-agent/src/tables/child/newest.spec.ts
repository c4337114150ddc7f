import { beforeEach, expect, it } from '@jest/globals';
import { Newest } from './newest.js';

const ended: string[] = [];
let newest: Newest<{ name: string }>;
beforeEach(() => {
  ended.length = 0;
  newest = new Newest(({ name }) => ended.push(name));
});
const take = (viewer: string, name: string) => newest.take(viewer, name, () => ({ name }));

it('something newer of a viewer ends what it asked for before, not what others did', () => {
  const first = take('one', 'a');
  take('other', 'b');
  expect(take('one', 'a')).toBe(first);
  take('one', 'c');
  expect(ended).toEqual(['a']);
});

it('what two viewers share goes on until both ask for something else', () => {
  expect(take('one', 'a')).toBe(take('other', 'a'));
  take('one', 'b');
  expect(ended).toEqual([]);
  take('other', 'b');
  expect(ended).toEqual(['a']);
});

it('many viewers take no more memory than few: those that asked longest ago are left', () => {
  for (let viewer = 0; viewer < 100; viewer++) take(`${viewer}`, `${viewer}`);
  expect(ended).toEqual(Array.from({ length: 96 }, (_none, viewer) => `${viewer}`));
  newest.endAll();
  expect(ended).toHaveLength(100);
});

it('what has failed is made again', () => {
  const failed = take('one', 'a');
  newest.forget(failed);
  expect(take('one', 'a')).not.toBe(failed);
});
