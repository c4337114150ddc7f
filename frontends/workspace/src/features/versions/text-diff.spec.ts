import { describe, expect, it } from '@jest/globals';
import { diffTexts } from './text-diff';

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
