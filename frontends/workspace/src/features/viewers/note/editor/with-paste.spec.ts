import { describe, expect, it } from '@jest/globals';
import { normalizePaste } from './with-paste';

describe('pasted text', () => {
  it('single line ends become blocks, more blank lines one, code keeps its form', () => {
    expect(normalizePaste('a\nb\n\n\n\nc\n')).toBe('a\n\nb\n\nc');
    expect(normalizePaste('```\na\n\n\n\nb\n```')).toBe('```\na\n\n\n\nb\n```');
    expect(normalizePaste('- a\n- b')).toBe('- a\n- b');
    expect(normalizePaste('one\ntwo\n- a\n  goes on\n- b\nthree\nfour')).toBe(
      'one\n\ntwo\n\n- a\n  goes on\n- b\n\nthree\n\nfour',
    );
    expect(normalizePaste('| a | b |\n| - | - |\n| 1 | 2 |\nend')).toBe('| a | b |\n| - | - |\n| 1 | 2 |\n\nend');
  });
});
