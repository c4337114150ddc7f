import { describe, expect, it } from '@jest/globals';
import { EVERY } from './allowance.entity.js';
import { fit, fitPiece } from './fit.js';

const NOW = new Date('2026-11-28T12:00:00Z');
const NOTHING = { dayNano: 0, monthNano: 0, dayTokens: 0, monthTokens: 0 };
const allowance = {
  userId: 'ada',
  personId: 'ada',
  zofileId: EVERY,
  dayCents: null,
  monthCents: null,
  dayTokens: 2_500,
  monthTokens: null,
  used: NOTHING,
};
const wanted = { userId: 'ada', price: undefined, input: 5_000, output: 1_000 };

describe('what fits into a limit', () => {
  it('a limit of which nothing is used is too low, and does not become higher tomorrow', () => {
    expect(fit([allowance], wanted, NOW)).toBe(
      'The limit of 2,500 tokens a day that you set for yourself is too low for this. ' +
        'You can raise it in Settings, People.',
    );
    const cents = { ...allowance, dayTokens: null, dayCents: 1 };
    expect(fitPiece([cents], { userId: 'ada', nano: 10_000_000_000 }, NOW)).toContain('$0.01 a day');
    expect(fitPiece([cents], { userId: 'ada', nano: 10_000_000_000 }, NOW)).toContain('is too low for this.');
  });

  it('the sentence leads to the section of the settings where the limit is set', () => {
    expect(fit([{ ...allowance, userId: 'owner' }], wanted, NOW)).toContain('raise it in Settings, People;');
    expect(fit([{ ...allowance, zofileId: 'persona' }], wanted, NOW)).toContain('raise it in Settings, Your AI.');
  });

  it('a limit of which all is used is reached, one of which a part is left has too little left', () => {
    const spent = (dayTokens: number) => fit([{ ...allowance, used: { ...NOTHING, dayTokens } }], wanted, NOW);
    expect(spent(2_500)).toContain('The limit of 2,500 tokens a day that you set for yourself is reached. It begins');
    expect(spent(1)).toContain(
      'What is left of the limit of 2,500 tokens a day that you set for yourself is too little for this. ' +
        'It begins again on November 29 (UTC).',
    );
  });
});
