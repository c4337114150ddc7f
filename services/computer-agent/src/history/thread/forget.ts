/** Forgets files that were deleted for good: no version of them can be read any more. */
import { VersionKind } from '@zo/proto/agent/v1';
import { dropOrigins } from './origins.js';
import { MAX_MOVES } from './queries.js';
import type { Store } from './store.js';

/** Forgets the file, or everything below the folder, under its path now and the paths that it had earlier. */
export function forget(store: Store, key: string): void {
  for (const name of store.liveBelow(key)) {
    const { path } = store.live(name)!;
    store.index.run('delete from live where path = ?', path);
    forgetPath(store, path);
  }
}

/** Other files that had the same path before this one came, and ended there, keep their versions. */
function forgetPath({ index }: Store, latest: number): void {
  let [path, below] = [latest, Number.MAX_SAFE_INTEGER];
  for (let moves = 0; moves <= MAX_MOVES; moves++) {
    const begin = index.get<{ seq: number; kind: VersionKind; other: number | null }>(
      `select seq, kind, other from version where path = ? and seq < ? and kind <> ${VersionKind.CONTENT}
       order by seq desc limit 1`,
      path,
      below,
    );
    const cameFrom = begin?.kind === VersionKind.MOVED_HERE ? begin.other : null;
    const from = begin === undefined ? 0 : cameFrom === null ? begin.seq + 1 : begin.seq;
    index.run('delete from version where path = ? and seq >= ? and seq < ?', path, from, below);
    dropOrigins(index, path, below);
    if (begin === undefined || cameFrom === null) return;
    // The departure from the earlier path is recorded just before the arrival.
    index.run(
      `delete from version where seq = ? and path = ? and kind = ${VersionKind.MOVED_AWAY}`,
      begin.seq - 1,
      cameFrom,
    );
    [path, below] = [cameFrom, begin.seq];
  }
}
