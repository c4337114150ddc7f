import { describe, expect, it } from '@jest/globals';
import { readCaptions, utteranceOf } from './captions';

describe('captions', () => {
  it('FV-01 reads WebVTT with notes, styles, names of cues and settings', () => {
    const text = [
      '\uFEFFWEBVTT - talk',
      'NOTE a --> b is no time',
      'STYLE\n::cue { background: url(http://x/) }',
      'intro\n00:01.500 --> 00:03.000 align:start\n<v Ann>Hello\nthere',
      '01:00:00.000 --> 01:00:01.000\nLate',
    ].join('\n\n');
    expect(readCaptions(text)).toEqual([
      { start: 1.5, end: 3, text: '<v Ann>Hello\nthere' },
      { start: 3600, end: 3601, text: 'Late' },
    ]);
  });

  it('FV-01 reads SubRip with commas and line ends of Windows', () => {
    expect(
      readCaptions('1\r\n00:00:00,250 --> 00:00:02,000\r\nOne\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,5\r\nTwo\r\n'),
    ).toEqual([
      { start: 0.25, end: 2, text: 'One' },
      { start: 2, end: 3.5, text: 'Two' },
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['other text', 'one --> two\nthree'],
    ['an end before its start', '00:05.000 --> 00:01.000\nNo'],
    ['a caption without words', '00:01.000 --> 00:02.000\n'],
    ['a huge file', '00:01.000 --> 00:02.000\nWord\n\n'.repeat(200_000)],
  ])('reads no captions from %s', (_what, text) => expect(readCaptions(text)).toBeUndefined());

  it.each([
    ['<v.loud Ann Lee>Hello\n<i>there</i></v>', { speaker: 'Ann Lee', text: 'Hello there' }],
    ['1 < 2 and <b>that</b> is all', { text: '1 < 2 and that is all' }],
    ['<00:01.000>one <c.red>two</c>', { text: 'one two' }],
  ])('FV-01 the caption %j is a line of a transcript', (text, expected) =>
    expect(utteranceOf({ start: 3, end: 4, text })).toEqual({ start: 3, ...expected }),
  );
});
