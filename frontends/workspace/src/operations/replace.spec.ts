import { describe, expect, it } from '@jest/globals';
import type { FileChange } from '../api/replace.endpoints';
import { groupsOf, inverseOf } from './replace';

const change = (...edits: [offset: number, found: string, replacement: string][]): FileChange => ({
  root: 'w',
  path: ['a.md'],
  hash: 'a'.repeat(64),
  edits: edits.map(([offset, found, replacement]) => ({ offset, found, replacement })),
});
const apply = (text: string, { edits }: FileChange) =>
  edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce((bytes, { offset, found, replacement }) => {
      const end = offset + Buffer.byteLength(found);
      expect(bytes.subarray(offset, end).toString()).toBe(found);
      return Buffer.concat([bytes.subarray(0, offset), Buffer.from(replacement), bytes.subarray(end)]);
    }, Buffer.from(text))
    .toString();

describe('replacing in files', () => {
  it('is taken back by edits of the new bytes, whatever their length', () => {
    const text = 'café, café and tea';
    const there = change([0, 'café', '☕'], [7, 'café', ''], [17, 'tea', 'green tea']);
    const changed = apply(text, there);
    expect(changed).toBe('☕,  and green tea');
    const back = inverseOf(there, 'b'.repeat(64));
    expect(back.hash).toBe('b'.repeat(64));
    expect(apply(changed, back)).toBe(text);
  });

  it('goes in groups of at most 25 files and about 1,000 edits', () => {
    const one = change([0, 'a', 'b']);
    expect(groupsOf(Array(60).fill(one)).map(({ length }) => length)).toEqual([25, 25, 10]);
    const large = { ...one, edits: Array(900).fill(one.edits[0]) as FileChange['edits'] };
    expect(groupsOf([large, large, one]).map(({ length }) => length)).toEqual([1, 2]);
    expect(groupsOf([])).toEqual([]);
  });
});
