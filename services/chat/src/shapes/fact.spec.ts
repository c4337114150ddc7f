import { describe, expect, it } from '@jest/globals';
import { type Fact, factText, lineOf, parseFact } from './fact.js';
import { withChange } from './fact-file.js';

const chat = '018f3a3e-0000-7000-8000-000000000001';

describe('a line of a memory file', () => {
  it.each<[string, Fact]>([
    [
      `- The shop is called Fernweh. ([chat](/?chat=${chat}), 2026-11-18)`,
      { text: 'The shop is called Fernweh.', by: { chat }, day: '2026-11-18' },
    ],
    ['- No dashes in headlines. (you, 2026-10-29)', { text: 'No dashes in headlines.', by: 'user', day: '2026-10-29' }],
    ['* Prices with a space (€ 12)', { text: 'Prices with a space (€ 12)', by: null, day: null }],
    ['  3. three', { text: 'three', by: null, day: null }],
    ['as it stands', { text: 'as it stands', by: null, day: null }],
    ['- (you, 2026-10-29) is no end', { text: '(you, 2026-10-29) is no end', by: null, day: null }],
  ])('%s', (line, fact) => {
    expect(parseFact(line)).toEqual(fact);
    expect(parseFact(lineOf(fact))).toEqual(fact);
  });

  it.each(['', '   ', '# Memory', '---', '- ', '<!-- a remark -->', '- (you, 2026-10-29)'])(
    '%j holds no fact',
    (line) => expect(parseFact(line)).toBeUndefined(),
  );
});

it.each(['', '  ', 'two\nlines', 'two\u2028lines', 'a\u0000b', 'x'.repeat(501)])('%j cannot be a fact', (text) =>
  expect(factText.safeParse(text).success).toBe(false),
);

describe('a change of one fact', () => {
  const file = '# Mine\n\n- one\n- two (you, 2026-10-29)\nthree';
  const fact = (text: string): Fact => ({ text, by: 'user', day: '2026-11-01' });

  it.each<[string, string, Parameters<typeof withChange>[1], string | undefined]>([
    ['adds to an empty file', '', { before: null, after: fact('a') }, '- a (you, 2026-11-01)\n'],
    ['adds at the end', file, { before: null, after: fact('a') }, `${file}\n- a (you, 2026-11-01)\n`],
    ['replaces its line', file, { before: 'two', after: fact('2') }, file.replace(/- two.*/, '- 2 (you, 2026-11-01)')],
    ['removes its line', file, { before: 'one', after: null }, file.replace('- one\n', '')],
    ['is refused when it is gone', file, { before: 'four', after: null }, undefined],
    ['takes no heading for a fact', file, { before: '# Mine', after: null }, undefined],
  ])('%s', (_, text, change, expected) => expect(withChange(text, change)).toBe(expected));
});
