/**
 * Who has written what files hold. Versions tell it as long as they are kept. Of those that go, and of files that come
 * from another path, have the bytes of another file or are made of one, it is remembered beside them.
 */
import { Actor, VersionKind } from '@zo/proto/agent/v1';
import { noFolder } from '../entry.js';
import { type Author, IMPORTED, type OriginRow } from '../messages.js';
import type { HistoryIndex } from './history-index.js';
import type { Store } from './store.js';

/** Longer than programs leave a path empty that they replace. What comes to it later is another file. */
const MAX_GAP_MS = 60_000;
/** Fewer bytes say nothing, and many files have them by chance. */
const MIN_TELLING_BYTES = 24;
const MAX_ORIGINS = 5_000;
const MAX_MOVES = 16;

const IS_GONE = `in (${VersionKind.DELETED}, ${VersionKind.MOVED_AWAY})`;
const BROUGHT = `(actor = ${Actor.USER} and conversation = '${IMPORTED}')`;
const TYPED = `(actor = ${Actor.USER} and conversation <> '${IMPORTED}')`;
const wrote = (version: string) => `${version}.kind = ${VersionKind.CONTENT} and ${noFolder(version)}`;

/** The last version of a path after which it was empty for long. */
const beginOf = (path: string) => `coalesce((select max(gone.seq) from version gone
  where gone.path = ${path} and gone.kind ${IS_GONE} and ${MAX_GAP_MS} < (select next.at from version next
    where next.path = gone.path and next.seq > gone.seq order by next.seq limit 1) - gone.at), 0)`;

/** The authors of what was at path `?1` with the version `?2`, each with the last version that it wrote. */
const AUTHORS = `select actor, conversation, max(seq) as seq from (
    select actor, conversation, seq from version
      where path = ?1 and seq <= ?2 and seq > ${beginOf('?1')} and ${wrote('version')}
    union all select actor, conversation, seq from origin
      where path = ?1 and held <= ?2 and held > ${beginOf('?1')})
  group by actor, conversation`;

const MERGED = `on conflict (path, actor, conversation)
  do update set seq = max(seq, excluded.seq), held = max(held, excluded.held)`;

/** Those who brought it from elsewhere first, then the latest. */
export function originsOf({ index }: { index: HistoryIndex }, key: string): { rows: OriginRow[]; more: boolean } {
  const found = index.all<{ actor: number; conversation: string; seq: number }>(
    `select * from (${AUTHORS}) order by ${BROUGHT} desc, seq desc limit ${MAX_ORIGINS + 1}`,
    index.get<{ id: number }>('select id from path where name = ?', key)?.id ?? 0,
    Number.MAX_SAFE_INTEGER,
  );
  const rows = found.map(({ actor, conversation, seq }) => ({ author: { actor, conversationId: conversation }, seq }));
  return { rows: rows.slice(0, MAX_ORIGINS), more: rows.length > MAX_ORIGINS };
}

/** What a file holds came with it from its earlier path. `held`: its first version at the new one. */
export function moveOrigins(index: HistoryIndex, paths: { from: number; to: number }, held: number): void {
  index.run(
    `insert into origin (path, actor, conversation, seq, held)
     select ?3, actor, conversation, seq, ?2 from (${AUTHORS}) where true ${MERGED}`,
    paths.from,
    held,
    paths.to,
  );
}

interface Made {
  readonly path: number;
  readonly seq: number;
}

/** A version was made of what another file held with the version `of`, although its author has written it. */
export function passOrigins(index: HistoryIndex, { path, seq }: Made, of: Made): void {
  // Whoever copies a text that nobody is known to have written does not become its author.
  index.run(
    `insert into origin (path, actor, conversation, seq, held)
     select ?3, actor, conversation, ?4, ?4 from (select *, max(seq) over () as last from (${AUTHORS})) passed
     where not ${TYPED} and (actor in (${Actor.USER}, ${Actor.ASSISTANT}) or seq = last)
       and not exists (select 1 from version made
         where made.seq = ?4 and made.actor = passed.actor and made.conversation = passed.conversation) ${MERGED}`,
    of.path,
    of.seq,
    path,
    seq,
  );
}

/** A file, or everything below a folder, was made of another one. */
export function* passBelow(store: Store, from: string, to: string): Generator<void> {
  for (const name of store.liveBelow(to)) {
    const [source, made] = [store.idOf(from + name.slice(to.length)), store.live(name)];
    if (made) passOrigins(store.index, made, { path: source, seq: Number.MAX_SAFE_INTEGER });
    yield;
  }
}

interface Copied {
  readonly blob: number;
  readonly size: number;
  readonly author: Author;
}

/** A version has bytes that were known before: they are those of the file that had them first. */
export function passWithBytes(index: HistoryIndex, made: Made, { blob, size, author }: Copied): void {
  if (size < MIN_TELLING_BYTES) return;
  // Most copies are made by the only author of a file, and pass nothing on.
  const first = index.get<Made>(
    `select path, seq from (select path, seq, actor, conversation from version where blob = ? order by seq limit 1) first
     where path <> ? and not (actor = ? and conversation = ?
       and seq = (select min(seq) from version where path = first.path)
       and not exists (select 1 from origin where path = first.path))`,
    blob,
    made.path,
    author.actor,
    author.conversationId,
  );
  if (first) passOrigins(index, made, first);
}

/** Remembers who has written the versions, which are about to go. What a user typed needs no remembering. */
export function keepOrigins(index: HistoryIndex, seqs: readonly number[]): void {
  index.run(
    `insert into origin (path, actor, conversation, seq, held)
     select path, actor, conversation, max(seq), max(seq) from version
     where seq in (select value from json_each(?)) and not ${TYPED} and ${wrote('version')}
       and seq > ${beginOf('version.path')}
     group by path, actor, conversation ${MERGED}`,
    JSON.stringify(seqs),
  );
}

/** Forgets what files held that were at the path earlier. */
export const dropEarlierOrigins = (index: HistoryIndex, path: number): number =>
  index.run(`delete from origin where path = ?1 and held < ${beginOf('?1')}`, path);

export const dropOrigins = (index: HistoryIndex, path: number, before = Number.MAX_SAFE_INTEGER): number =>
  index.run('delete from origin where path = ? and held < ?', path, before);

/**
 * What an index of an earlier release knows only by its versions: moves of files, and copies of what was brought in.
 */
export const EARLIER_ORIGINS = `
  insert into origin (path, actor, conversation, seq, held)
    with recursive came(path, held, source, below, moves) as (
      select live.path, arrival.seq, arrival.other, arrival.seq, 1 from live join version arrival on arrival.seq =
        (select max(seq) from version where path = live.path and kind = ${VersionKind.MOVED_HERE})
      union all
      select came.path, held, arrival.other, arrival.seq, moves + 1 from came join version arrival on arrival.seq =
        (select max(seq) from version where path = came.source and kind = ${VersionKind.MOVED_HERE} and seq < below)
      where moves < ${MAX_MOVES})
    select came.path, actor, conversation, max(version.seq), held
    from came join version on version.path = came.source and version.seq < below and ${wrote('version')}
      and version.seq > coalesce((select max(seq) from version gone
        where gone.path = came.source and gone.kind ${IS_GONE} and gone.seq < below - 1), 0)
    group by came.path, actor, conversation, held
  ${MERGED};
  insert into origin (path, actor, conversation, seq, held)
    select copy.path, ${Actor.USER}, '${IMPORTED}', max(copy.seq), max(copy.seq)
    from version first
    join blob on blob.id = first.blob and blob.size >= ${MIN_TELLING_BYTES}
    join version copy on copy.blob = first.blob and copy.seq > first.seq and copy.path <> first.path
    where first.actor = ${Actor.USER} and first.conversation = '${IMPORTED}'
      and first.seq = (select min(seq) from version where version.blob = first.blob)
    group by copy.path
  ${MERGED};
`;
