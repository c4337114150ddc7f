import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dns } from '../../test/dns.js';
import { Authenticity, verdictFor } from './authenticity.js';
import { MailParser } from './parser.js';

/** Sends for `example.org` and for nobody else. */
const ENVELOPE = { from: 'x@example.org', ip: '127.0.0.1', helo: 'localhost' };
const authenticity = new Authenticity(dns.resolve);
const parser = new MailParser();

const name = fc.constantFrom(
  'From',
  'from',
  'Subject',
  'Received',
  'no colon',
  'From ',
  '--b',
  'X\0',
  '\u00a0From',
  '',
);
const value = fc.constantFrom(
  'x@example.org',
  'Ada <ada@example.com>',
  '"ada@example.com" <x@example.org>',
  'x@example.org, ada@example.com',
  'all: ada@example.com;',
  'J\u00f6rg <x@example.org>',
  'x@example.org (ada@example.com)',
  '',
);
const separator = fc.constantFrom(':', ': ', ' : ', '\r\n :', ':\r\n\t', ':\r\n \r\n ', '\t', ':\r', ':\0');
const lead = fc.constantFrom('', '', '', ' ', '\t', '\u000b', '\ufeff', '\r');
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\r\n \r\n', '\n\n');
const field = fc.tuple(lead, name, separator, value, lineEnd).map((parts) => parts.join(''));
const mail = fc
  .array(fc.oneof({ weight: 2, arbitrary: field }, { weight: 1, arbitrary: fc.constant('From: x@example.org\r\n') }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((fields) => Buffer.from(`${fields.join('')}\r\nhello\r\n`));

describe('a mail that passes', () => {
  it('has the author who was checked, whatever its header looks like', async () => {
    let passes = 0;
    await fc.assert(
      fc.asyncProperty(mail, async (raw) => {
        const checked = await authenticity.check(raw, ENVELOPE);
        if (checked.verdict !== 'pass' || checked.authors.length !== 1) return;
        passes++;
        const { from } = await parser.parse(raw);
        expect(from).toEqual(checked.authors);
      }),
      { seed: 7, numRuns: 400 },
    );
    expect(passes).toBeGreaterThan(20);
  });

  it.each([
    [
      'folded fields and a long way',
      `Received: from a (b [192.0.2.1])\r\n\tby c;\r\n  Thu, 1 Jan 1970 00:00:00 +0000\r\n`.repeat(40),
    ],
    ['8-bit values', "Subject: Gr\u00fc\u00dfe \u2028 \u00e9\r\nX-Odd!#$%&'*+.^_`|~: 1\r\n"],
    ['an empty value', 'Subject:\r\nX-Empty: \r\n'],
  ])('may have %s, with both kinds of line ends', async (_, header) => {
    const raw = `${header}From: Zo\u00eb\r\n <X@Example.org>\r\nTo: ada@zo.test\r\n\r\nno header: here\r\n \r\n`;
    for (const text of [raw, raw.replaceAll('\r\n', '\n')]) {
      const checked = await authenticity.check(Buffer.from(text), ENVELOPE);
      expect(verdictFor(await parser.parse(Buffer.from(text)), checked)).toBe('pass');
    }
  });

  it('is written by nobody else, and not by several', () => {
    const of = (from: string[], authors: string[]) => verdictFor({ from }, { verdict: 'pass', authors });
    expect(of(['a@b.test'], ['a@b.test'])).toBe('pass');
    expect(of(['a@b.test'], ['c@b.test'])).toBe('fail');
    expect(of(['a@b.test'], [])).toBe('fail');
    expect(of([], [])).toBe('fail');
    expect(of(['a@b.test', 'a@b.test'], ['a@b.test', 'a@b.test'])).toBe('fail');
    expect(verdictFor({ from: ['a@b.test'] }, { verdict: 'unknown', authors: ['a@b.test'] })).toBe('unknown');
  });
});

describe('a header that is not of the standard', () => {
  const AUTHOR = 'From: x@example.org\r\n';
  it.each([
    ['a name with a space', `${AUTHOR}no colon: 1\r\n`],
    ['a line without a name', `${AUTHOR}: 1\r\n`],
    ['a line without a colon', `${AUTHOR}--b\r\n`],
    ['an 8-bit name', `${AUTHOR}\u00a0X: 1\r\n`],
    ['NUL', `${AUTHOR}X: \0\r\n`],
    ['a bare CR', `${AUTHOR}X: 1\rY: 2\r\n`],
    ['a CR before the end of a line', `${AUTHOR}X: 1\r\r\n`],
    ['a line of white space', `${AUTHOR} \t\r\nX: 1\r\n`],
    ['a continuation of nothing', ` X: 1\r\n${AUTHOR}`],
    ...['Content-Type', 'Subject', 'From', 'To', 'Date', 'Message-ID', 'MIME-Version'].map((name) => [
      `${name} twice`,
      `${name === 'From' ? '' : AUTHOR}${name}: x@example.org\r\nX: 1\r\n${name.toUpperCase()}: x@example.org\r\n`,
    ]),
  ])('does not pass: %s', async (_, header) => {
    expect(await authenticity.check(Buffer.from(`${header}\r\nhello\r\n`), ENVELOPE)).toMatchObject({
      verdict: 'fail',
    });
  });
});
