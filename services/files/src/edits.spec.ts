import { describe, expect, it } from '@jest/globals';
import { withEdits } from './edits.js';

const content = Buffer.from('café budget, budget');
const made = (...edits: [offset: number, found: string, replacement: string][]) =>
  withEdits(
    content,
    edits.map(([offset, found, replacement]) => ({ offset, found, replacement })),
  )?.toString();

describe('edits of a file', () => {
  it('count in bytes and are made in the order of places', () => {
    expect(made([14, 'budget', 'plan'], [6, 'budget', ''], [0, 'c', 'C'])).toBe('Café , plan');
    expect(made([19 + 1, '', '!'])).toBe('café budget, budget!');
  });

  it('are refused where other bytes are, or where they overlap', () => {
    expect(made([7, 'budget', 'plan'])).toBeUndefined();
    expect(made([6, 'budget', 'plan'], [9, 'get', 'x'])).toBeUndefined();
    expect(made([100, 'x', 'y'])).toBeUndefined();
  });
});
