/** What callers ask of the history; every answer is bounded by `limit`. */
import { Actor, type NotKept, VersionKind } from '@zo/proto/agent/v1';
import { noFolder } from '../entry.js';
import { TRASH } from '../keys.js';
import { type DeletedRow, IMPORTED, type VersionRow } from '../messages.js';
import type { Store } from './store.js';

interface Raw {
  seq: number;
  kind: VersionKind;
  not_kept: NotKept;
  size: number;
  at: number;
  mtime: number;
  actor: number;
  conversation: string;
  name: string;
  other: string | null;
}

const COLUMNS = `version.seq, kind, not_kept, size, version.at, mtime, actor, conversation, path.name,
  (select name from path where id = version.other) as other`;
/** A history is followed through at most this many moves. */
export const MAX_MOVES = 16;

const present = (row: Raw): VersionRow => ({
  seq: row.seq,
  kind: row.kind,
  notKept: row.not_kept,
  size: row.size,
  at: row.at,
  mtimeMs: row.mtime,
  author: { actor: row.actor, conversationId: row.conversation },
  key: row.name,
  other: row.other,
});

/** The versions of a path before `before`, the newest first, and of the paths that the file had earlier. */
export function versionsOf(
  { index }: Store,
  { key, before, limit }: { key: string; before: number; limit: number },
): { rows: VersionRow[]; more: boolean } {
  const rows: VersionRow[] = [];
  let [name, below] = [key, Number.MAX_SAFE_INTEGER];
  for (let moves = 0; moves <= MAX_MOVES && rows.length <= limit; moves++) {
    const arrival = index.get<{ seq: number; other: string }>(
      `select seq, (select name from path where id = version.other) as other from version
       where path = (select id from path where name = ?) and kind = ${VersionKind.MOVED_HERE} and seq < ?
       order by seq desc limit 1`,
      name,
      below,
    );
    const found = index.all<Raw>(
      `select ${COLUMNS} from version join path on path.id = version.path
       where path.name = ? and version.seq < ? and version.seq >= ? and ${noFolder('version')}
         order by version.seq desc limit ?`,
      name,
      Math.min(below, before || below),
      arrival?.seq ?? 0,
      limit + 2 - rows.length,
    );
    // The departure from the earlier path says the same as the arrival at this one.
    const isDeparture = ({ seq, kind }: Raw) => kind === VersionKind.MOVED_AWAY && seq === below - 1;
    rows.push(...found.filter((row) => moves === 0 || !isDeparture(row)).map(present));
    if (!arrival?.other) break;
    [name, below] = [arrival.other, arrival.seq];
  }
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Whether `seq` is a version of the path, or of one that the file had earlier. */
export const hasVersion = (store: Store, key: string, seq: number): boolean =>
  versionsOf(store, { key, before: seq + 1, limit: 1 }).rows[0]?.seq === seq;

/** Files below a path that are gone and whose last bytes are kept; the last deleted first. */
export function deletedBelow(
  { index }: Store,
  { key, before, limit }: { key: string; before: number; limit: number },
): { rows: DeletedRow[]; more: boolean } {
  const rows = index.all<{
    name: string;
    gone: number;
    seq: number;
    size: number;
    at: number;
    actor: number;
    conversation: string;
  }>(
    `select path.name, gone.seq as gone, kept.seq, kept.size, gone.at, gone.actor, gone.conversation
     from path
     join version gone on gone.seq = (select max(seq) from version where path = path.id)
     join version kept on kept.seq = (select max(seq) from version where path = path.id and blob is not null
       and seq < gone.seq)
     where path.name >= ? and path.name < ? and gone.kind = ${VersionKind.DELETED}
       and not (path.name >= '${TRASH}/' and path.name < '${TRASH}0') and (? = 0 or gone.seq < ?)
     order by gone.seq desc limit ?`,
    `${key}/`,
    `${key}0`,
    before,
    before,
    limit + 1,
  );
  const files = rows.slice(0, limit).map(({ name, gone, seq, size, at, actor, conversation }) => ({
    key: name,
    deletedSeq: gone,
    seq,
    size,
    at,
    author: { actor, conversationId: conversation },
  }));
  return { rows: files, more: rows.length > limit };
}

/** Bounds of `lastChangedBy`: changes that are looked at, and files. */
const MAX_LOOKED = 20_000;
const MAX_CHANGED = 10_000;

/** Files that are there and whose last change is this author's, the last changed first. */
export const lastChangedBy = ({ index }: Store, actor: number): string[] =>
  index
    .all<{ name: string }>(
      `select path.name from
         (select seq, path from version where actor = ? and actor > 0 and ${noFolder('version')}
        order by seq desc limit ${MAX_LOOKED}) own
       join live on live.path = own.path and live.seq = own.seq
       join path on path.id = own.path order by own.seq desc limit ${MAX_CHANGED}`,
      actor,
    )
    .map(({ name }) => name);

const MAX_BROUGHT_IN = 10_000;
/** Brought from elsewhere, which is `?1`, or written by another conversation than `?2`. */
const OF_OTHERS = `actor in (${Actor.USER}, ${Actor.ASSISTANT})
  and iif(actor = ${Actor.USER}, conversation = ?1, conversation not in ('', ?2))`;

/** Files that are there and have, or had before they were moved, bytes from elsewhere or of other conversations. */
export function broughtIn({ index }: Store, conversation: string): { keys: string[]; more: boolean } {
  const found = index.all<{ name: string }>(
    `select path.name from
       (select path from version where actor > 0 and ${noFolder('version')} and ${OF_OTHERS}
        union select path from origin where ${OF_OTHERS}) held
     join live on live.path = held.path join path on path.id = held.path
     order by live.seq desc limit ${MAX_BROUGHT_IN + 1}`,
    IMPORTED,
    conversation,
  );
  return { keys: found.slice(0, MAX_BROUGHT_IN).map(({ name }) => name), more: found.length > MAX_BROUGHT_IN };
}
