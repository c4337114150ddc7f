import { describe, expect, it } from '@jest/globals';
import { type Arrived, MAX_AN_HOUR, planFiles } from './plan-files.js';

const files = (count: number) => Array.from({ length: count }, (_, n) => `w/Inbox/${n}.csv`);
const planned = (arrived: Partial<Arrived>) =>
  planFiles({ paths: [], more: 0, overlap: 'queue', open: 0, recent: 0, ...arrived });
const states = (arrived: Partial<Arrived>) => planned(arrived).runs.map(({ state }) => state);

describe('files that came together', () => {
  it('start one run each, one after the other', () => {
    expect(planned({ paths: files(2) })).toEqual({
      runs: [
        { path: 'w/Inbox/0.csv', state: 'due' },
        { path: 'w/Inbox/1.csv', state: 'queued' },
      ],
      leftOut: null,
    });
    expect(states({ paths: files(2), overlap: 'allow' })).toEqual(['due', 'due']);
    expect(states({ paths: files(2), open: 1 })).toEqual(['queued', 'queued']);
  });

  it('start ten at most, and say what they left out', () => {
    const { runs, leftOut } = planned({ paths: files(20), more: 980 });
    expect(runs).toHaveLength(10);
    expect(leftOut).toBe('At most 10 runs wait at once, so nothing ran for “10.csv”, “11.csv”, “12.csv” and 987 more.');
    expect(planned({ paths: files(1), open: 10 })).toEqual({
      runs: [],
      leftOut: 'At most 10 runs wait at once, so nothing ran for “0.csv”.',
    });
  });

  it('start nothing beside a run, or one of them, where that is wanted', () => {
    expect(planned({ paths: files(2), overlap: 'skip', open: 1 })).toEqual({
      runs: [],
      leftOut: 'The run before had not ended, so nothing ran for “0.csv” and “1.csv”.',
    });
    expect(planned({ paths: files(2), overlap: 'skip' })).toMatchObject({
      runs: [{ path: 'w/Inbox/0.csv', state: 'due' }],
      leftOut: 'More files came at once, and each run takes one, so nothing ran for “1.csv”.',
    });
  });

  it('start a bounded number in an hour', () => {
    const { runs, leftOut } = planned({ paths: files(3), recent: MAX_AN_HOUR - 1 });
    expect(runs).toHaveLength(1);
    expect(leftOut).toMatch(/^Files started 60 runs within an hour, so nothing ran for “1\.csv” and “2\.csv”\.$/);
    expect(planned({ recent: MAX_AN_HOUR + 5 })).toEqual({ runs: [], leftOut: null });
  });
});
