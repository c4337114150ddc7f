import { expect, it } from '@jest/globals';
import { sourcesOfLost } from './facts.js';

const kindsOf = (toolClass: Parameters<typeof sourcesOfLost>[0]['toolClass'], cmd: string, isStrict: boolean) =>
  sourcesOfLost({ toolClass, args: { cmd } }, isStrict).map(({ kind }) => kind);

it('S7 a lost command may have fetched anything where that costs no question, elsewhere what it names', () => {
  expect(kindsOf('exec', 'make', true)).toEqual(['unknown']);
  expect(kindsOf('exec', 'make', false)).toEqual([]);
  expect(kindsOf('exec', 'curl -O example.org/a', false)).toEqual(['network']);
});

it('S7 other lost calls count if they write text of others into files, or are not known', () => {
  for (const isStrict of [true, false])
    expect([
      kindsOf('save-web', '', isStrict),
      kindsOf('transcribe', '', isStrict),
      kindsOf(undefined, '', isStrict),
      kindsOf('write-local', '', isStrict),
      kindsOf('read-web', '', isStrict),
    ]).toEqual([['unknown'], ['unknown'], ['unknown'], [], []]);
});
