import { describe, expect, it } from '@jest/globals';
import { hitsIn, patternOf, rangeOf } from './hits-in-text';

// The simulated DOM has no ranges that do not follow changes.
globalThis.StaticRange ??= function StaticRange(this: object, init: StaticRangeInit) {
  Object.assign(this, init);
} as never;

function found(html: string, query: string, isCaseSensitive = false, max?: number): string[] {
  const host = document.createElement('div');
  host.innerHTML = html;
  document.body.append(host);
  return hitsIn(host, patternOf(query, isCaseSensitive)!, max).map((hit) => rangeOf(hit)!.toString());
}

describe('text in rendered elements', () => {
  it('is found across inline elements, in any case or in its own', () => {
    expect(found('<p>The <b>Kyo</b><i>to</i> budget, kyoto</p>', 'kyoto')).toEqual(['Kyoto', 'kyoto']);
    expect(found('<p>The <b>Kyo</b>to, kyoto</p>', 'kyoto', true)).toEqual(['kyoto']);
    expect(found('<p>a <code>(b)</code></p>', '(b)')).toEqual(['(b)']);
  });

  it('ends with its block, also where another block stands inside of it', () => {
    expect(found('<p>Kyo</p><p>to</p>', 'kyoto')).toEqual([]);
    expect(found('<ul><li>Kyo<ul><li>x</li></ul>to</li></ul>', 'kyoto')).toEqual([]);
    expect(found('<td>one</td><td>two</td>', 'onetwo')).toEqual(['onetwo']);
    expect(found('<table><tr><td>one</td><td>two</td></tr></table>', 'onetwo')).toEqual([]);
  });

  it('is not found in what nobody sees, and only up to a limit', () => {
    expect(found('<p>a<span aria-hidden="true">a</span><style>a</style></p>', 'a')).toEqual(['a']);
    expect(found('<p>aaaa</p>', 'a', false, 3)).toHaveLength(3);
    expect(patternOf('  ', false)).toBeUndefined();
  });

  it('may have other white space between its words', () => {
    expect(found('<p>Kyoto\n  budget</p>', 'kyoto budget')).toEqual(['Kyoto\n  budget']);
  });
});
