import { describe, expect, it } from '@jest/globals';
import { boxHeight, follow, MAX_HEIGHT, scrollTopOf } from './scroll-window';

const SHORT = { full: 10_000, view: 500 };
const LONG = { full: 400_000_000, view: 500 };

describe('scrolling over many rows', () => {
  it('a short list scrolls as it is', () => {
    expect(boxHeight(SHORT)).toBe(10_000);
    expect(follow({ top: 0, scrollTop: 0 }, 9_500, SHORT)).toEqual({ top: 9_500, scrollTop: 9_500 });
    expect(scrollTopOf(9_500, SHORT)).toBe(9_500);
  });

  it('in a long list the wheel moves by pixels, and the scroll bar by shares', () => {
    expect(boxHeight(LONG)).toBe(MAX_HEIGHT);
    const wheel = follow({ top: 1_000_000, scrollTop: 20_000 }, 20_120, LONG);
    expect(wheel.top).toBe(1_000_120);
    expect(follow(wheel, MAX_HEIGHT - LONG.view, LONG).top).toBe(LONG.full - LONG.view);
    expect(follow(wheel, 0, LONG).top).toBe(0);
  });

  it('a place far down is reached, and both ends are', () => {
    for (const top of [0, 28, 123_456_789, LONG.full - LONG.view]) {
      const scrollTop = scrollTopOf(top, LONG);
      const far = top > 200_000_000 ? 0 : MAX_HEIGHT - LONG.view;
      expect(follow({ top: 0, scrollTop: far }, scrollTop, LONG).top).toBeCloseTo(top, 3);
    }
  });
});
