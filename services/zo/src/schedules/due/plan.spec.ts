import { describe, expect, it } from '@jest/globals';
import { MAX_MADE_UP, MAX_ROWS, type Passed, plan, WHY } from './plan.js';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-26T12:00:00Z');
const minutesAgo = (...minutes: number[]) => minutes.map((ago) => NOW - ago * MINUTE);
const planned = (passed: Partial<Passed>) =>
  plan({ times: [NOW], now: NOW, graceMs: 60 * MINUTE, misfire: 'once', overlap: 'allow', open: 0, ...passed });
const states = (passed: Partial<Passed>) => planned(passed).map(({ state }) => state);

describe('times that were missed', () => {
  const times = minutesAgo(180, 120, 90);

  it('run within the grace, whatever becomes of missed ones', () => {
    for (const misfire of ['once', 'skip', 'all'] as const)
      expect(planned({ times: minutesAgo(59), misfire })).toEqual([{ at: NOW - 59 * MINUTE, state: 'due', why: null }]);
  });

  it('once: only the latest is made up for', () => {
    expect(planned({ times, misfire: 'once' }).map(({ state, why }) => [state, why])).toEqual([
      ['missed', WHY.missed],
      ['missed', WHY.missed],
      ['due', WHY.madeUp],
    ]);
    expect(states({ times: minutesAgo(180, 120, 10), misfire: 'once' })).toEqual(['missed', 'missed', 'due']);
  });

  it('skip: none is made up for', () => {
    expect(states({ times, misfire: 'skip' })).toEqual(['missed', 'missed', 'missed']);
    expect(states({ times: minutesAgo(180, 10), misfire: 'skip' })).toEqual(['missed', 'due']);
  });

  it('all: the last ten are made up for', () => {
    const many = Array.from({ length: 14 }, (_, n) => NOW - (100 - n) * 90 * MINUTE);
    const found = states({ times: many, misfire: 'all' });
    expect(found.filter((state) => state === 'due')).toHaveLength(MAX_MADE_UP);
    expect(found.slice(0, 4)).toEqual(['missed', 'missed', 'missed', 'missed']);
  });

  it('leaves what does not fit to the next claim, where the last ones are known', () => {
    const many = Array.from({ length: MAX_ROWS + MAX_MADE_UP }, (_, n) => NOW - (500 - n) * 90 * MINUTE);
    const rows = planned({ times: many, misfire: 'all' });
    expect(rows).toHaveLength(MAX_ROWS);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['missed']));
  });
});

describe('a time that is due while an earlier run goes on', () => {
  it('skip: does not run, and says why', () => {
    expect(planned({ overlap: 'skip', open: 1 })).toEqual([{ at: NOW, state: 'skipped', why: WHY.busy }]);
    expect(planned({ times: minutesAgo(20, 10), overlap: 'skip' }).map(({ state, why }) => [state, why])).toEqual([
      ['skipped', WHY.superseded],
      ['due', null],
    ]);
  });

  it('queue: waits for it', () => {
    expect(states({ times: minutesAgo(20, 10), overlap: 'queue' })).toEqual(['due', 'queued']);
    expect(states({ overlap: 'queue', open: 1 })).toEqual(['queued']);
  });

  it('allow: runs beside it', () => {
    expect(states({ times: minutesAgo(20, 10), overlap: 'allow', open: 3 })).toEqual(['due', 'due']);
  });

  it('never makes more than ten of one schedule wait or run', () => {
    for (const overlap of ['queue', 'allow'] as const)
      expect(planned({ overlap, open: MAX_MADE_UP })).toEqual([{ at: NOW, state: 'skipped', why: WHY.full }]);
  });
});
