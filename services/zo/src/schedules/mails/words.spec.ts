import { describe, expect, it } from '@jest/globals';
import { matchesMail, problemOfWords } from './words.js';

const mail = { sender: 'Billing@acme.example', subject: 'Rechnung Nr. 47 für MÄRZ' };

describe('words of mails', () => {
  it.each([
    ['rechnung', true],
    ['RECHNUNG acme', true],
    ['märz', true],
    ['rechnung 48', false],
    ['from:acme subject:rechnung', true],
    ['from:rechnung', false],
    ['subject:acme', false],
    ['*', true],
    ['* offer', false],
    ['', false],
  ])('%s', (words, fits) => {
    expect(matchesMail(words, mail)).toBe(fits);
  });

  it('are checked, and what is wrong is said', () => {
    expect(['invoice', '*', 'from:a b'].map(problemOfWords)).toEqual([undefined, undefined, undefined]);
    expect(problemOfWords(' ')).toMatch(/or \* for every mail/);
    expect(problemOfWords('a\nb')).toMatch(/one line/);
    expect(problemOfWords('x'.repeat(201))).toMatch(/200 characters/);
    expect(problemOfWords('a '.repeat(13))).toMatch(/12 words/);
    expect(problemOfWords('from: acme')).toMatch(/right after/);
  });
});
