import { describe, expect, it } from '@jest/globals';
import { diffTexts, withSection } from './text-diff';

const numbered = (count: number) => Array.from({ length: count }, (_none, n) => `line ${n + 1}`);

describe('a comparison of two texts', () => {
  it('pairs replaced lines and marks their words', () => {
    const { sections, added, removed } = diffTexts('status: planned\nsame\n', 'status: booked\nsame\nnew\n')!;
    expect([added, removed]).toEqual([2, 1]);
    const [first, , third] = sections[0]!.rows;
    expect(first!.before!.pieces.filter(({ changed }) => changed)).toEqual([{ text: 'planned', changed: true }]);
    expect(first!.after!.pieces.filter(({ changed }) => changed)).toEqual([{ text: 'booked', changed: true }]);
    expect([third!.before, third!.after!.number]).toEqual([undefined, 3]);
  });

  it('folds what is far from every change', () => {
    const before = numbered(50);
    const { sections } = diffTexts(before.join('\n'), before.with(24, 'changed').join('\n'))!;
    expect(sections.map(({ folded, rows }) => [folded, rows.length])).toEqual([
      [true, 21],
      [false, 7],
      [true, 22],
    ]);
  });

  it('of equal texts has no changes, of a new file only additions', () => {
    expect(diffTexts('a\nb', 'a\nb')).toMatchObject({ added: 0, removed: 0 });
    expect(diffTexts('', 'a\nb')).toMatchObject({ added: 2, removed: 0 });
  });
});

describe('one section of a comparison', () => {
  const lines = (...numbers: number[]) => numbers.map((number) => `line ${number}\n`).join('');
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_none, n) => from + n);

  it('can be taken from the left side, each by itself', () => {
    const before = lines(...range(1, 40));
    const after = `new\n${lines(...range(1, 19))}changed\n${lines(...range(21, 38))}`;
    const changed = diffTexts(before, after)!.sections.filter(({ folded }) => !folded);
    expect(changed).toHaveLength(3);
    expect(withSection(before, after, changed[0]!)).toBe(after.slice('new\n'.length));
    expect(withSection(before, after, changed[1]!)).toBe(after.replace('changed\n', 'line 20\n'));
    expect(withSection(before, after, changed[2]!)).toBe(`${after}line 39\nline 40\n`);
  });

  it('keeps a text without a last line break as it is', () => {
    const before = 'a\nb';
    const [section] = diffTexts(before, 'a\nc')!.sections;
    expect(withSection(before, 'a\nc', section!)).toBe('a\nb');
    const [whole] = diffTexts('', 'a\n')!.sections;
    expect(withSection('', 'a\n', whole!)).toBe('');
  });
});
