import { describe, expect, it } from '@jest/globals';
import type { FileVersion } from '@zo/web/api';
import { daysOf, entriesOf, pairOf, timesOf } from './timeline';

const NOON = new Date(2026, 10, 23, 12).getTime();
const MINUTE = 60_000;
let number = 100;
const version = (minutesAgo: number, rest: Partial<FileVersion> = {}): FileVersion => ({
  version: number--,
  kind: 'content',
  at: NOON - minutesAgo * MINUTE,
  size: 1,
  author: 'user',
  ...rest,
});

describe('the timeline', () => {
  it('joins versions of one author that are close together', () => {
    const entries = entriesOf([version(0), version(8), version(30), version(31, { author: 'terminal' })]);
    expect(entries.map(({ versions }) => versions.length)).toEqual([2, 1, 1]);
    expect(timesOf(entries[0]!)).toBe('11:52 to 12:00');
  });

  it('does not join chats, deletions or what was not kept', () => {
    const entries = entriesOf([
      version(0, { author: 'assistant', conversationId: 'a' }),
      version(1, { author: 'assistant', conversationId: 'b' }),
      version(2, { kind: 'deleted' }),
      version(3),
      version(4, { notKept: 'too-large' }),
    ]);
    expect(entries).toHaveLength(5);
  });

  it('compares a line with the last version before it that has content', () => {
    const [newest, gone, oldest] = [version(0), version(60, { kind: 'deleted' }), version(120)];
    expect(entriesOf([newest, gone, oldest])[0]!.before).toBe(oldest);
  });

  it('counts the lines of a line as a whole, of the oldest one only when nothing older is left to load', () => {
    const entries = entriesOf([version(0), version(1), version(60), version(120, { notKept: 'too-large' })]);
    const numbers = entries.map(({ versions }) => versions[0]!.version);
    expect(pairOf(entries[0]!, false)).toEqual({ before: numbers[1], after: numbers[0] });
    expect(entries.slice(1).map((entry) => pairOf(entry, true))).toEqual([undefined, undefined]);
    const [only] = entriesOf([version(0)]);
    expect([pairOf(only!, false), pairOf(only!, true)]).toEqual([
      undefined,
      { before: 0, after: only!.versions[0]!.version },
    ]);
    expect(pairOf(entriesOf([version(0, { kind: 'deleted' })])[0]!, true)).toBeUndefined();
  });

  it('names days', () => {
    const day = 24 * 60;
    const days = daysOf(
      entriesOf([version(0), version(day), version(3 * day), version(400 * day)]),
      NOON,
      ({ versions }) => versions[0]!.at,
    );
    expect(days.map(({ label }) => label)).toEqual(['Today', 'Yesterday', 'Fri, November 20', 'October 19, 2025']);
  });
});
