import { describe, expect, it } from '@jest/globals';
import { bestLine, countedIn, foundHash } from './found';
import type { Found } from './types';

const file = (...lines: Found['lines']): Found => ({
  root: 'w',
  path: ['a.md'],
  isDirectory: false,
  mtime: 0,
  size: 0,
  nameMarks: [],
  isExact: false,
  lines,
});

describe('the place of a found file', () => {
  it('FT-14 is the line where the most words stand together', () => {
    const heading = { line: 1, text: '# Kyoto', marks: [[2, 7] as [number, number]] };
    const phrase = { line: 9, text: 'a Kyoto budget', marks: [[2, 14] as [number, number]] };
    expect(bestLine(file(heading, phrase))).toBe(phrase);
    expect(foundHash(phrase)).toBe('#L9:Kyoto%20budget');
  });

  it('FT-14 is the file itself when only its name matched', () => {
    expect(foundHash(bestLine(file()))).toBe('');
    expect(foundHash({ line: 3, text: 'x', marks: [] })).toBe('#L3');
  });

  it('is a page of a PDF, and no number in documents that have no lines', () => {
    expect(['a.md', 'a.PDF', 'a.docx', 'a.xlsx'].map(countedIn)).toEqual(['line', 'page', undefined, undefined]);
  });
});
