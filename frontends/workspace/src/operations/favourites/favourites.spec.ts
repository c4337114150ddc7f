import { describe, expect, it } from '@jest/globals';
import { followed, placed, without, type Favourite } from './favourites';

const at = (...path: string[]) => ({ root: 'w' as const, path });
const favourite = (...path: string[]): Favourite => ({ ...at(...path), isDirectory: false });
const list = [favourite('a', 'b.md'), favourite('c.md'), favourite('ab')];

describe('favourites', () => {
  it('follow a move of themselves and of a folder above them, and stay one each', () => {
    expect(followed(list, at('a'), { root: 's', path: ['x', 'y'] })).toEqual([
      { root: 's', path: ['x', 'y', 'b.md'], isDirectory: false },
      list[1],
      list[2],
    ]);
    expect(followed(list, at('c.md'), at('a', 'b.md'))).toEqual([list[0], list[2]]);
    expect(followed(list, at('b.md'), at('d.md'))).toBe(list);
  });

  it('are forgotten with a deleted folder, and only then', () => {
    expect(without(list, at('a'))).toEqual([list[1], list[2]]);
    expect(without(list, at('a', 'b'))).toBe(list);
  });

  it('are put at the place of another one, in both directions', () => {
    expect(placed(list, list[0]!, list[2]!)).toEqual([list[1], list[2], list[0]]);
    expect(placed(list, list[2]!, list[0]!)).toEqual([list[2], list[0], list[1]]);
    expect(placed(list, at('gone'), list[0]!)).toBe(list);
    expect(placed(list, list[1]!, list[1]!)).toBe(list);
  });
});
