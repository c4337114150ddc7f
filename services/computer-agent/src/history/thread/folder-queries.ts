/** What happened below a folder, and what was in it at a moment. */
import { NotKept, SinceThen, VersionKind } from '@zo/proto/agent/v1';
import { noFolder } from '../entry.js';
import { TRASH } from '../keys.js';
import type { Author, FolderFileRow, FolderFilesRequest, MomentRow } from '../messages.js';
import type { Store } from './store.js';

/** Longest pause between two changes of one moment. */
const PAUSE_MS = 10 * 60_000;
/** Changes that one answer looks at. */
const MAX_LOOKED_AT = 20_000;
const EXAMPLES = 3;

interface ChangeRow {
  seq: number;
  at: number;
  actor: Author['actor'];
  conversation: string;
  name: string;
}

/** Everything below `?1`, except what is in the trash. */
const BELOW = `path.name > ?1 || '/' and path.name < ?1 || '0'
  and not (path.name >= '${TRASH}/' and path.name < '${TRASH}0')`;
const IS_THERE = `in (${VersionKind.CONTENT}, ${VersionKind.MOVED_HERE})`;

/**
 * Moments below a folder before `before`, the newest first.
 * @returns `next`: where the next page begins; 0 at the end
 */
export function momentsBelow(
  { index }: Store,
  { key, before, limit }: { key: string; before: number; limit: number },
): { rows: MomentRow[]; next: number } {
  // The order of the join is fixed: a page of a large folder reads only as far as it needs.
  const changes = index.all<ChangeRow>(
    `select version.seq, version.at, actor, conversation, path.name
     from version cross join path on path.id = version.path
     where version.seq < ?2 and ${noFolder('version')} and ${BELOW} order by version.seq desc limit ?3`,
    key,
    before || Number.MAX_SAFE_INTEGER,
    MAX_LOOKED_AT + 1,
  );
  const moments: Moment[] = [];
  for (const change of changes.slice(0, MAX_LOOKED_AT)) {
    let moment = moments.at(-1);
    if (!moment || !continues(moment, change)) {
      if (moments.length === limit) return { rows: moments.map(present), next: moment!.first.seq };
      moments.push((moment = { last: change, first: change, names: new Set() }));
    }
    moment.first = change;
    moment.names.add(change.name);
  }
  return { rows: moments.map(present), next: changes.length > MAX_LOOKED_AT ? moments.at(-1)!.first.seq : 0 };
}

/** Changes from the last to the first. */
interface Moment {
  readonly last: ChangeRow;
  first: ChangeRow;
  readonly names: Set<string>;
}

const continues = ({ last, first }: Moment, change: ChangeRow): boolean =>
  last.actor === change.actor && last.conversation === change.conversation && first.at - change.at <= PAUSE_MS;

const present = ({ last, first, names }: Moment): MomentRow => ({
  seq: last.seq,
  first: first.at,
  last: last.at,
  author: { actor: last.actor, conversationId: last.conversation },
  files: names.size,
  examples: [...names].slice(0, EXAMPLES),
});

interface StateRow {
  name: string;
  thenSeq: number | null;
  thenThere: number;
  thenSize: number;
  thenTime: number;
  thenBlob: number | null;
  thenMode: number;
  notKept: NotKept;
  nowSeq: number;
  nowThere: number;
  nowSize: number;
  nowTime: number;
  nowBlob: number | null;
  nowMode: number;
}

/** Files below a folder at the moment `seq`, and those that came since, in the order of their keys. */
export function filesBelow(
  { index }: Store,
  { key, seq, after, limit, differing }: FolderFilesRequest,
): { rows: FolderFileRow[]; next: string } {
  const found = index.all<StateRow>(
    `select path.name, b.seq as thenSeq, b.kind ${IS_THERE} as thenThere, b.size as thenSize, b.mtime as thenTime,
            b.blob as thenBlob, b.mode as thenMode, b.not_kept as notKept,
            n.seq as nowSeq, n.kind ${IS_THERE} as nowThere, n.size as nowSize, n.mtime as nowTime,
            n.blob as nowBlob, n.mode as nowMode
     from path
     left join version b on b.seq = (select max(seq) from version where path = path.id and seq <= ?2)
     join version n on n.seq = (select max(seq) from version where path = path.id)
     where path.name > ?3 and ${BELOW} and (thenThere or nowThere)
       and ${noFolder('n')} and (b.seq is null or ${noFolder('b')})
       and (?4 = 0 or thenSeq is null or thenSeq <> nowSeq)
     order by path.name limit ?5`,
    key,
    seq,
    after,
    Number(differing),
    limit + 1,
  );
  const page = found.slice(0, limit);
  const rows = page.map(presentFile).filter(({ sinceThen }) => !differing || sinceThen !== SinceThen.UNSPECIFIED);
  return { rows, next: found.length > limit ? page.at(-1)!.name : '' };
}

function presentFile(row: StateRow): FolderFileRow {
  if (!row.thenThere) {
    const now = { seq: 0, size: row.nowSize, mtimeMs: row.nowTime };
    return { key: row.name, ...now, sinceThen: SinceThen.NEW, notKept: NotKept.UNSPECIFIED };
  }
  const state = { seq: row.thenSeq!, size: row.thenSize, mtimeMs: row.thenTime, notKept: row.notKept };
  return { key: row.name, ...state, sinceThen: sinceThen(row) };
}

function sinceThen(row: StateRow): SinceThen {
  if (!row.nowThere) return SinceThen.GONE;
  const isSame =
    row.thenSeq === row.nowSeq ||
    (row.thenBlob !== null && row.thenBlob === row.nowBlob && row.thenMode === row.nowMode);
  return isSame ? SinceThen.UNSPECIFIED : SinceThen.CHANGED;
}
