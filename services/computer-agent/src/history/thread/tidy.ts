/** Removes what is no longer kept: expired versions first, then packs that are mostly empty. */
import { keptMarks } from './marks.js';
import { dropEarlierOrigins, dropOrigins, keepOrigins } from './origins.js';
import { type Aged, DEFAULT_DAYS, expired } from './retention.js';
import type { Store } from './store.js';

/** A pack with less of its bytes in use is rewritten. */
const MIN_ALIVE = 0.5;
/** Over the limit, versions go until this share of it is in use. */
const TARGET = 0.9;
const PATHS_PER_STEP = 200;
const FRAMES_PER_STEP = 50;

/** Yields between steps of some milliseconds, each of them durable by itself. */
export function* tidy(
  store: Store,
  { now = Date.now(), keepDays = DEFAULT_DAYS }: { now?: number; keepDays?: number } = {},
): Generator<void> {
  const marks = keptMarks(store, now);
  yield* expire(store, { now, marks, keepDays });
  yield* shrink(store);
  dropUnused(store);
  yield;
  yield* compact(store);
}

function* expire(store: Store, kept: { now: number; marks: number[]; keepDays: number }): Generator<void> {
  const { index } = store;
  for (let after = 0; ;) {
    const paths = index.all<{ id: number }>(
      'select id from path where id > ? order by id limit ?',
      after,
      PATHS_PER_STEP,
    );
    if (paths.length === 0) return;
    store.commit(() => {
      for (const { id } of paths) {
        const versions = index.all<Aged>('select seq, at, kind from version where path = ? order by seq desc', id);
        const gone = expired(versions, kept);
        if (gone.length === versions.length) dropOrigins(index, id);
        else if (gone.length > 0) {
          keepOrigins(index, gone);
          dropEarlierOrigins(index, id);
        }
        for (const seq of gone) index.run('delete from version where seq = ?', seq);
        if (versions.length === 0 && !index.get('select 1 from version where other = ?', id))
          index.run('delete from path where id = ?', id);
      }
    });
    after = paths.at(-1)!.id;
    yield;
  }
}

/** Over the limit the oldest versions go first, but never the newest of a path. */
function* shrink(store: Store): Generator<void> {
  const { index } = store;
  const aliveBytes = () => index.get<{ sum: number }>('select coalesce(sum(length), 0) as sum from blob')!.sum;
  const { limitBytes } = store.usage();
  if (aliveBytes() <= limitBytes * TARGET) return;
  for (;;) {
    dropUnused(store);
    if (aliveBytes() <= limitBytes * TARGET) return;
    const oldest = index.all<{ seq: number }>(
      `select seq from version v where blob is not null
         and seq < (select max(seq) from version where path = v.path and blob is not null)
       order by seq limit ?`,
      PATHS_PER_STEP,
    );
    if (oldest.length === 0) return;
    store.commit(() => {
      keepOrigins(
        index,
        oldest.map(({ seq }) => seq),
      );
      for (const { seq } of oldest) index.run('delete from version where seq = ?', seq);
    });
    yield;
  }
}

/** Forgets contents that no version has any more. */
function dropUnused(store: Store): void {
  store.commit(() =>
    store.index.run('delete from blob where not exists (select 1 from version where version.blob = blob.id)'),
  );
}

function* compact(store: Store): Generator<void> {
  const { index, packs } = store;
  // At the limit the pack that is written to counts, too.
  const { usedBytes, limitBytes } = store.usage();
  if (usedBytes >= limitBytes) packs.startFresh();
  for (const pack of packs.numbers()) {
    if (pack === packs.writing) continue;
    const alive = index.get<{ sum: number }>(
      'select coalesce(sum(length), 0) as sum from blob where pack = ?',
      pack,
    )!.sum;
    if (alive >= packs.sizeOf(pack) * MIN_ALIVE) continue;
    for (;;) {
      const frames = index.all<{ id: number; pack: number; at: number; length: number }>(
        'select id, pack, at, length from blob where pack = ? limit ?',
        pack,
        FRAMES_PER_STEP,
      );
      if (frames.length === 0) break;
      store.commit(() => {
        for (const { id, ...frame } of frames) {
          const moved = packs.appendFrame(packs.readFrame(frame));
          index.run(
            'update blob set pack = ?, at = ?, length = ? where id = ?',
            moved.pack,
            moved.at,
            moved.length,
            id,
          );
        }
      });
      yield;
    }
    packs.remove(pack);
  }
}
