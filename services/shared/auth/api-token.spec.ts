import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { makeApiToken, readApiToken } from './api-token.js';

describe('personal tokens', () => {
  it('have the form that scanners look for, and read back to the stored hash', () => {
    const { text, prefix, hash } = makeApiToken();
    expect(text).toMatch(/^zo_[\da-f]{12}_[\da-f]{56}$/);
    expect(readApiToken(text)).toEqual({ prefix, hash });
    expect(hash).toHaveLength(32);
    expect(makeApiToken().text).not.toBe(text);
  });

  it('are refused by their checksum when one character was mistyped', () => {
    const { text } = makeApiToken();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abcdefxZ_ '), (at, typed) => {
        const wrong = text.slice(0, at) + typed + text.slice(at + 1);
        return (readApiToken(wrong) !== undefined) === (wrong === text);
      }),
    );
  });

  it.each(['', 'zo_', `${makeApiToken().text} `, makeApiToken().text.toUpperCase(), makeApiToken().text.slice(0, -1)])(
    'are refused in another form: %p',
    (text) => expect(readApiToken(text)).toBeUndefined(),
  );
});
