import { describe, expect, it } from '@jest/globals';
import { VersionKind } from '@zo/proto/agent/v1';
import { type Aged, expired } from './retention.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 23, 12);

/** Versions of the given ages, the newest first. */
const aged = (ages: number[], newest = VersionKind.CONTENT): Aged[] =>
  ages.map((age, index) => ({
    seq: 1_000 - index,
    at: NOW - age,
    kind: index === 0 ? newest : VersionKind.CONTENT,
  }));
const kept = (versions: Aged[], marks: number[] = []) => {
  const gone = new Set(expired(versions, { now: NOW, marks }));
  return versions.filter(({ seq }) => !gone.has(seq)).map(({ at }) => NOW - at);
};

describe('retention', () => {
  it('keeps every version of a day', () => {
    const ages = Array.from({ length: 200 }, (_none, n) => n * 60_000);
    expect(kept(aged(ages))).toEqual(ages);
  });

  it('keeps one version an hour for a week, one a day for a month, one a week for three months', () => {
    const everyTenMinutes = Array.from({ length: 120 * 24 * 6 }, (_none, n) => n * 600_000);
    const ages = kept(aged(everyTenMinutes));
    const within = (from: number, to: number) => ages.filter((age) => age > from && age <= to).length;
    expect(within(DAY, 7 * DAY)).toBe(6 * 24);
    expect(within(7 * DAY, 30 * DAY)).toBe(23 + 1);
    expect(within(30 * DAY, 90 * DAY)).toBeLessThanOrEqual(10);
    expect(within(90 * DAY, Infinity)).toBe(0);
  });

  it('never removes the newest version', () => {
    expect(kept(aged([300 * DAY, 301 * DAY]))).toEqual([300 * DAY]);
  });

  it('keeps the last content of a deleted file for a month after its deletion', () => {
    const versions = [29 * DAY, 100 * DAY, 200 * DAY];
    expect(kept(aged(versions, VersionKind.DELETED))).toEqual([29 * DAY, 100 * DAY]);
    expect(kept(aged([31 * DAY, 32 * DAY], VersionKind.DELETED))).toEqual([]);
  });

  it('keeps what a file was at a mark', () => {
    const minutes = [2 * DAY, 2 * DAY + 60_000, 2 * DAY + 120_000];
    expect(kept(aged([0, ...minutes]), [998])).toEqual([0, 2 * DAY, 2 * DAY + 60_000]);
  });
});
