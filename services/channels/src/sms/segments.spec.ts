import { describe, expect, it } from '@jest/globals';
import { fit, segmentsOf } from './segments.js';

describe('segments of a text message', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(459), 3],
    ['a'.repeat(460), 4],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['ж'.repeat(201), 3],
    ['ж'.repeat(202), 4],
  ])('%j…', (text, segments) => expect(segmentsOf(text)).toBe(segments));

  it('what is too long is cut between letters, and says so', () => {
    for (const letter of ['a', '€', 'ж', '👍']) {
      const cut = fit(letter.repeat(2_000), { segments: 3, ending: '…' });
      expect([segmentsOf(cut), cut.endsWith('…'), cut.isWellFormed()]).toEqual([3, true, true]);
    }
    expect(fit('short', { segments: 3, ending: '…' })).toBe('short');
  });
});
