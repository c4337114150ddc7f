/** Moments whose files are kept for a month, although newer versions exist. */
import type { RunMarks, RunRequest } from '../messages.js';
import { DELETED_MS } from './retention.js';
import type { Store } from './store.js';

/** @returns the last sequence number */
export function mark({ index, lastSeq }: Store): number {
  index.run('insert or replace into mark (seq, at) values (?, ?)', lastSeq, Date.now());
  return lastSeq;
}

export const marksOfRun = ({ index }: Store, runId: string): RunMarks | null =>
  index.get<RunMarks>('select since, until from run where id = ?', runId) ?? null;

/**
 * The first mark of a run is its beginning, and ends an earlier run that was cut off. Each later one moves its end, or
 * takes it away where the run begins again, unless the next run of its conversation has begun.
 */
export function markRun(store: Store, { runId, conversation, begins }: RunRequest): RunMarks {
  const seq = mark(store);
  if (conversation !== '' && !marksOfRun(store, runId))
    store.index.run('update run set until = ? where conversation = ? and until is null', seq, conversation);
  store.index.run(
    `insert into run (id, since, at, conversation) values (?1, ?2, ?3, ?4)
     on conflict (id) do update set at = excluded.at, until = case
       when ?5 = 0 then excluded.since
       when exists (select 1 from run next where next.rowid > run.rowid and next.conversation = run.conversation
                      and run.conversation <> '') then until
       end`,
    runId,
    seq,
    Date.now(),
    conversation,
    Number(begins),
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
