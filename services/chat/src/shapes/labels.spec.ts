import { describe, expect, it } from '@jest/globals';
import { joined, type Labels, NO_LABELS, openGrants, withSources } from './labels.js';

const now = Date.now();
const granted = (...grantedHosts: [host: string, ms: number][]): Labels => ({
  ...NO_LABELS,
  grantedHosts: grantedHosts.map(([host, ms]) => ({ host, until: now + ms })),
});

describe('hosts that a chat may reach', () => {
  it('S7 stay one each when labels are joined again and again, until the latest time', () => {
    let labels = granted(['a.test', 60_000], ['b.test', 90_000]);
    for (let n = 0; n < 30; n++) labels = joined(labels, structuredClone(labels));
    expect(labels).toEqual(granted(['b.test', 90_000], ['a.test', 60_000]));
    expect(joined(labels, granted(['a.test', 120_000])).grantedHosts[0]).toEqual({
      host: 'a.test',
      until: now + 120_000,
    });
  });

  it('S7 those that are over are forgotten, and of too many those that end first', () => {
    expect(joined(granted(['a.test', -1]), granted()).grantedHosts).toEqual([]);
    const many = Array.from({ length: 60 }, (_, n) => ({ host: `h${n}.test`, until: now + n + 1 }));
    expect(openGrants(many, now).map(({ host }) => host)).toEqual(
      many
        .slice(10)
        .map(({ host }) => host)
        .toReversed(),
    );
  });
});

describe('sources', () => {
  it('S7 beyond the fiftieth change nothing, so that they are not stored for every call', () => {
    const sources = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ kind: 'upload' as const, name: `${from + n}.txt` }));
    const full = withSources(NO_LABELS, sources(0, 60));
    expect(full.foreign).toHaveLength(50);
    expect(withSources(full, sources(100, 1))).toBe(full);
  });
});
