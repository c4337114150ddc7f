import { useEffect, useState } from 'react';
import { store } from '@zo/web/store';
import type { Location } from '@zo/web/paths';
import { versionsApi, type LineCounts, type VersionPair } from '../../api/versions.endpoints';
import { pairOf, type TimelineEntry } from './timeline';

/** Pairs of one request. */
const MAX_PAIRS = 100;

const keyOf = ({ before, after }: VersionPair) => `${before} ${after}`;

/**
 * How many lines each line of the timeline added and removed, counted in the computer a hundred at a time. Versions do
 * not change, so each is asked for once. `isWhole`: all versions are loaded, so the oldest one is the first.
 */
export function useLineCounts(
  location: Location,
  entries: readonly TimelineEntry[],
  isWhole: boolean,
): (entry: TimelineEntry) => LineCounts {
  const [known, setKnown] = useState<ReadonlyMap<string, LineCounts>>(new Map());
  const pairs = entries.flatMap((entry) => pairOf(entry, isWhole) ?? []);
  const missing = pairs.filter((pair) => !known.has(keyOf(pair))).slice(0, MAX_PAIRS);
  const wanted = missing.map(keyOf).join();
  useEffect(() => {
    if (missing.length === 0) return;
    const { root, path } = location;
    const request = store.dispatch(
      versionsApi.endpoints.versionLines.initiate(
        { location: { root, path: [...path] }, pairs: missing },
        { subscribe: false },
      ),
    );
    let isLeft = false;
    request.unwrap().then(
      (counts) =>
        isLeft ||
        setKnown((now) => new Map([...now, ...missing.map((pair, at) => [keyOf(pair), counts[at] ?? null] as const)])),
      // Without counts the timeline shows sizes.
      () => undefined,
    );
    return () => {
      isLeft = true;
      request.abort();
    };
  }, [wanted, location.root, location.path.join('/')]);
  return (entry) => {
    const pair = pairOf(entry, isWhole);
    return (pair && known.get(keyOf(pair))) ?? null;
  };
}
