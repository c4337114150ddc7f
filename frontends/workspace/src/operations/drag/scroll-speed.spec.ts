import { describe, expect, it } from '@jest/globals';
import { scrollSpeed } from './drag';

describe('scrolling while dragging', () => {
  it('FT-08 acts in 15 % of the height at each end, with acceleration 15', () => {
    const at = (pointer: number) => scrollSpeed({ top: 100, height: 1000, pointer });
    expect(at(100)).toBe(-15);
    expect(at(175)).toBeCloseTo(-7.5);
    expect(at(250)).toBeCloseTo(0);
    expect(at(600)).toBe(0);
    expect(at(950)).toBe(0);
    expect(at(1025)).toBeCloseTo(7.5);
    expect(at(1100)).toBe(15);
    expect(at(90)).toBe(0);
    expect(at(1200)).toBe(0);
  });
});
