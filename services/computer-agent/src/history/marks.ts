/** Moments whose files are kept for a month, although newer versions exist. */
import type { RunMarks, RunRequest } from './messages.js';
import { DELETED_MS } from './retention.js';
import type { Store } from './store.js';

/** @returns the last sequence number */
export function mark({ index, lastSeq }: Store): number {
  index.run('insert or replace into mark (seq, at) values (?, ?)', lastSeq, Date.now());
  return lastSeq;
}

export const marksOfRun = ({ index }: Store, runId: string): RunMarks | null =>
  index.get<RunMarks>('select since, until from run where id = ?', runId) ?? null;

/** The first mark of a run is its beginning; each later one moves its end. It ends an earlier run that was cut off. */
export function markRun(store: Store, { runId, conversation }: RunRequest): RunMarks {
  const seq = mark(store);
  if (conversation !== '' && !marksOfRun(store, runId))
    store.index.run('update run set until = ? where conversation = ? and until is null', seq, conversation);
  store.index.run(
    `insert into run (id, since, at, conversation) values (?1, ?2, ?3, ?4)
     on conflict (id) do update set until = excluded.since, at = excluded.at`,
    runId,
    seq,
    Date.now(),
    conversation,
  );
  return marksOfRun(store, runId)!;
}

/** Sequence numbers of the marks that are still kept, in order. */
export function keptMarks(store: Store, now: number): number[] {
  const { index } = store;
  store.commit(() => {
    index.run('delete from mark where at < ?', now - DELETED_MS);
    index.run('delete from run where at < ?', now - DELETED_MS);
  });
  return index.all<{ seq: number }>('select seq from mark order by seq').map(({ seq }) => seq);
}
