import { describe, expect, it } from '@jest/globals';
import { RowSlots } from './row-slots';

const rows = (from: number, count: number) => Array.from({ length: count }, (_none, index) => from + index);

describe('the elements of rows', () => {
  it('stay with their rows while these are drawn', () => {
    const slots = new RowSlots();
    const [, second, third] = slots.of([0, 1, 2]);
    expect(slots.of([1, 2, 3]).slice(0, 2)).toEqual([second, third]);
  });

  it('of rows that are gone are taken by new ones', () => {
    const slots = new RowSlots();
    const before = slots.of(rows(0, 40));
    for (const from of [4, 5_000, 9_960, 0]) expect(slots.of(rows(from, 40)).toSorted()).toEqual(before.toSorted());
  });

  it('are never shared, however many rows are drawn', () => {
    const slots = new RowSlots();
    for (const count of [30, 45, 12, 60, 0, 31]) {
      const taken = slots.of(rows(count * 7, count));
      expect(new Set(taken).size).toBe(count);
    }
  });

  it('of the row that is written in stays with it, although it is scrolled away', () => {
    const slots = new RowSlots();
    const own = slots.of(rows(0, 30))[5]!;
    for (const from of [100, 2_000]) expect(slots.of([...rows(from, 30), 5]).at(-1)).toBe(own);
    expect(slots.of(rows(0, 30))[5]).toBe(own);
  });
});
