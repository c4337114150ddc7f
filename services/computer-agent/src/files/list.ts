import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  Kind,
  ListResponseSchema,
  type Entry,
  type ListRequest,
  type ListResponse,
  type Path,
} from '@zo/proto/agent/v1';
import { nameKey } from '@zo/proto/name-key';
import type { Folder, Name } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, namesBelowHome, textOf } from '../home/names.js';
import { type Listed, yieldToEventLoop, readdirBatches } from './calls.js';
import { resolveLink, toEntry, unreadable } from './entries.js';

const IN_FLIGHT = 32;
const PER_TURN = 250;
const SLOW_MS = 25;
const BATCH = 1_000;
const MAX_LIMIT = 10_000;
/** The error of an entry whose name is not UTF-8: it is listed, but no path leads to it. */
const NOT_UTF8 = 'EILSEQ';

/** A name in the folder, its text, and what its place in a page is decided by. */
interface Row {
  readonly name: Name;
  readonly text: string;
  readonly key: string;
}
type KeyOf = (listed: Listed, text: string) => string;

/** What is known of one name: lstat's answer, the target of a link, or an error. */
type Seen = fs.Stats | Entry | { error: unknown } | undefined;

interface Look {
  folder: Folder;
  /** Resolves a link, starting from the home. */
  link: (name: string) => Entry | undefined;
  /** Set once the disk answered slowly. */
  slow: boolean;
}

/**
 * Stats many names. An answer from the kernel's cache takes two microseconds, several times less than handing the call
 * to a thread; a disk that has to be read would block the event loop, so from the first slow answer on threads are
 * used.
 */
async function look(how: Look, rows: Row[]): Promise<Seen[]> {
  const found: Seen[] = new Array<Seen>(rows.length);
  for (let at = 0; at < rows.length; at += PER_TURN) {
    if (how.slow) {
      await lookInThreads(how, rows, { found, from: at });
      break;
    }
    const began = performance.now();
    for (let index = at; index < Math.min(at + PER_TURN, rows.length); index++)
      found[index] = statNow(how, rows[index] as Row);
    how.slow = performance.now() - began > SLOW_MS;
    await yieldToEventLoop();
  }
  return found;
}

function statNow(how: Look, { name }: { name: Name }): Seen {
  try {
    return shownAs(how, name, how.folder.lstat(name));
  } catch (error) {
    return { error };
  }
}

const shownAs = ({ link }: Look, name: Name, stats: fs.Stats | undefined): Seen =>
  stats?.isSymbolicLink() && typeof name === 'string' ? link(name) : stats;

/** Callbacks and a fixed number in flight: four times as fast as fs.promises. */
function lookInThreads(how: Look, rows: Row[], { found, from }: { found: Seen[]; from: number }): Promise<void> {
  let next = from;
  let open = 0;
  return new Promise((done) => {
    const step = () => {
      while (open < IN_FLIGHT && next < rows.length) {
        const index = next++;
        const { name } = rows[index] as Row;
        open++;
        fs.lstat(how.folder.at(name), (error, stats) => {
          open--;
          if (!error) found[index] = shownAs(how, name, stats);
          else if (error.code !== 'ENOENT') found[index] = { error };
          step();
        });
      }
      if (open === 0 && next >= rows.length) done();
    };
    step();
  });
}

function entryOf({ name, text }: Row, seen: Seen): Entry[] {
  if (!seen) return [];
  if ('error' in seen && !('$typeName' in seen)) return [unreadable(text, seen.error)];
  const entry = '$typeName' in seen ? seen : toEntry(text, seen);
  return [typeof name === 'string' ? entry : { ...entry, error: NOT_UTF8 }];
}

/** Names in the order of the directory, without the agent's temporary ones. */
async function* batches(folder: Folder, keyOf: KeyOf = byText): AsyncGenerator<Row[]> {
  for await (const batch of readdirBatches(folder.self, BATCH))
    yield batch
      .filter(({ name }) => !isHidden(name))
      .map((listed) => {
        const text = textOf(listed.name);
        return { name: listed.name, text, key: keyOf(listed, text) };
      });
}

const byText: KeyOf = (_listed, text) => text;

/** The order of listings: folders first, and links to folders with them. */
const asShown =
  (how: Look): KeyOf =>
  ({ name, isFolder, isLink }, text) => {
    const seen = isLink ? statNow(how, { name }) : undefined;
    const isFirst = isFolder || (seen !== undefined && '$typeName' in seen && seen.kind === Kind.DIRECTORY);
    return `${isFirst ? 0 : 1}${nameKey(text)}`;
  };

const inOrder = (a: Row, b: Row) => compare(a.key, b.key) || compare(a.text, b.text);
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** The first rows; no more of the folder is held in memory than these and one batch. */
async function firstRows(rows: AsyncIterable<Row[]>, count: number): Promise<Row[]> {
  let first: Row[] = [];
  for await (const batch of rows) {
    const last = first.length === count ? first[count - 1] : undefined;
    const before = last ? batch.filter((row) => inOrder(row, last) < 0) : batch;
    first = [...first, ...before].toSorted(inOrder).slice(0, count);
    await yieldToEventLoop();
  }
  return first;
}

/** Those behind a name, where rows are in the order of their texts. */
async function* behind(rows: AsyncIterable<Row[]>, after: string): AsyncGenerator<Row[]> {
  for await (const batch of rows) yield batch.filter(({ text }) => text > after);
}

/**
 * The entries of a folder, 1,000 per message: all in the order of the directory, or with a limit in the order of names
 * or as a listing shows them.
 */
export async function* list(
  home: Home,
  { path, limit: asked, after, asShown: isShown }: Pick<ListRequest, 'path' | 'limit' | 'after' | 'asShown'>,
): AsyncGenerator<ListResponse> {
  const limit = Math.min(asked, MAX_LIMIT);
  const below = namesBelowHome(path);
  const folder = openFolder(home, path);
  const how: Look = { folder, link: (name) => resolveLink(home, below, { folder, name }), slow: false };
  const entries = async (rows: Row[]) => {
    const seen = await look(how, rows);
    return rows.flatMap((row, index) => entryOf(row, seen[index]));
  };
  try {
    if (limit === 0)
      for await (const rows of batches(folder)) yield create(ListResponseSchema, { entries: await entries(rows) });
    else {
      const rows = isShown ? batches(folder, asShown(how)) : behind(batches(folder), after);
      yield* page(await firstRows(rows, limit + 1), limit, entries);
    }
  } finally {
    folder.close();
  }
}

async function* page(
  rows: Row[],
  limit: number,
  entries: (rows: Row[]) => Promise<Entry[]>,
): AsyncGenerator<ListResponse> {
  const next = rows.length > limit ? (rows[limit - 1] as Row).text : '';
  const shown = rows.slice(0, limit);
  for (let at = 0; at < shown.length || at === 0; at += BATCH) {
    const isLast = at + BATCH >= shown.length;
    yield create(ListResponseSchema, { entries: await entries(shown.slice(at, at + BATCH)), next: isLast ? next : '' });
  }
}

function openFolder(home: Home, path: Path | undefined): Folder {
  const { folder, name } = home.walk(namesBelowHome(path), { follow: true });
  if (name === null) return folder;
  try {
    return folder.open(name);
  } finally {
    folder.close();
  }
}
