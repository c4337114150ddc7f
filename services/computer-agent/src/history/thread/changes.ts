/** What differs between two moments, and whose changes these are. */
import { Actor, NotKept, VersionKind } from '@zo/proto/agent/v1';
import { isFolder } from '../entry.js';
import type { ChangesRequest, DifferenceRow } from '../messages.js';
import type { Store } from './store.js';

/** A path with its state at two moments. */
interface Raw {
  name: string;
  beforeSeq: number | null;
  beforeKind: number | null;
  beforeBlob: number | null;
  beforeMode: number | null;
  notKept: number | null;
  afterSeq: number | null;
  afterKind: number | null;
  afterBlob: number | null;
  afterMode: number | null;
  afterHash: Uint8Array | null;
  origin: string | null;
  isOthers: number;
}

/** Changes of people, of terminals, and of other conversations than `?6`. */
const OTHERS = `(?6 <> '' and (actor in (${Actor.USER}, ${Actor.TERMINAL})
  or (actor = ${Actor.ASSISTANT} and conversation <> ?6)))`;

const stateAt = (bound: string) =>
  `(select seq from version where path = changed.path and seq <= ${bound} order by seq desc limit 1)`;

/**
 * Paths whose state differs between two moments, in the order of their keys. Where others made changes in between, the
 * state before is the one that they left.
 */
export function changesBetween(
  { index }: Store,
  { since, until, after, limit, below = '', conversation = '' }: ChangesRequest,
): { rows: DifferenceRow[]; next: string } {
  const found = index.all<Raw>(
    `select path.name, b.seq as beforeSeq, a.seq as afterSeq, b.kind as beforeKind, a.kind as afterKind,
            b.blob as beforeBlob, a.blob as afterBlob, b.mode as beforeMode, a.mode as afterMode, b.not_kept as notKept,
            (select hash from blob where id = a.blob) as afterHash,
            case a.kind when ${VersionKind.MOVED_HERE} then (select name from path where id = a.other) end as origin,
            coalesce(others > own, 0) as isOthers
     from (select path, max(case when ${OTHERS} then null else seq end) as own,
                  max(case when ${OTHERS} then seq end) as others
           from version where seq > ?1 and seq <= ?2 group by path) changed
     join path on path.id = changed.path
     left join version b on b.seq = ${stateAt('iif(others < own, others, ?1)')}
     left join version a on a.seq = ${stateAt('?2')}
     where own is not null and path.name > ?3 and (?5 = '' or (path.name > ?5 || '/' and path.name < ?5 || '0'))
     order by path.name limit ?4`,
    since,
    until,
    after,
    limit + 1,
    below,
    conversation,
  );
  const page = found.slice(0, limit);
  const rows = page.filter((row) => !isSame(row)).map(present);
  return { rows, next: found.length > limit ? page.at(-1)!.name : '' };
}

const isThere = (kind: VersionKind | null) => kind === VersionKind.CONTENT || kind === VersionKind.MOVED_HERE;

function isSame(row: Raw): boolean {
  if (isThere(row.beforeKind) !== isThere(row.afterKind)) return false;
  if (!isThere(row.beforeKind)) return true;
  const hasContent = row.beforeBlob !== null || isFolder(row.beforeMode!);
  return hasContent && row.beforeBlob === row.afterBlob && row.beforeMode === row.afterMode;
}

function present(row: Raw): DifferenceRow {
  const [existed, exists] = [isThere(row.beforeKind), isThere(row.afterKind)];
  return {
    key: row.name,
    beforeSeq: existed ? row.beforeSeq! : 0,
    beforeMode: existed ? row.beforeMode! : 0,
    afterSeq: exists ? row.afterSeq! : 0,
    afterMode: exists ? row.afterMode! : 0,
    afterHash: exists && row.afterHash ? Buffer.from(row.afterHash).toString('hex') : null,
    notKept: existed ? row.notKept! : NotKept.UNSPECIFIED,
    movedFrom: row.origin,
    isOthers: row.isOthers === 1,
  };
}
