import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { Kind, ListResponseSchema, type Entry, type ListResponse, type Path } from '@zo/proto/agent/v1';
import { errnoOf } from '../errors.js';
import type { Folder } from '../home/folder.js';
import type { Home } from '../home/home.js';
import { isHidden, namesBelowHome } from '../home/names.js';
import { breathe, readdir } from './calls.js';
import { kindOf, resolveLink, toEntry, unreadable } from './entries.js';

const IN_FLIGHT = 32;
const PER_TURN = 250;
const SLOW_MS = 25;
const BATCH = 1_000;

/** What is shown of one name: lstat's answer, what a link leads to, or why nothing is known. */
type Seen = fs.Stats | Entry | { error: unknown } | undefined;

interface Look {
  folder: Folder;
  /** Links are looked at again, from the home. */
  link: (name: string) => Entry | undefined;
  /** Set once the disk answered slowly. */
  slow: boolean;
}

/**
 * Looks at many names. From the cache of the kernel an answer takes two microseconds, several times less than handing the
 * question to a thread; a disk that has to be read would hold everything up, and from then on threads are used.
 */
async function look(how: Look, names: string[]): Promise<Seen[]> {
  const found: Seen[] = new Array<Seen>(names.length);
  for (let at = 0; at < names.length; at += PER_TURN) {
    if (how.slow) {
      await lookInThreads(how, names, { found, from: at });
      break;
    }
    const began = performance.now();
    for (let index = at; index < Math.min(at + PER_TURN, names.length); index++)
      found[index] = lookNow(how, names[index] as string);
    how.slow = performance.now() - began > SLOW_MS;
    await breathe();
  }
  return found;
}

function lookNow({ folder, link }: Look, name: string): Seen {
  try {
    const stats = folder.lstat(name);
    return stats?.isSymbolicLink() ? link(name) : stats;
  } catch (error) {
    return { error };
  }
}

/** Callbacks and a fixed number in flight: four times as fast as fs.promises. */
function lookInThreads(
  { folder, link }: Look,
  names: string[],
  { found, from }: { found: Seen[]; from: number },
): Promise<void> {
  const prefix = folder.at('');
  let next = from;
  let open = 0;
  return new Promise((done) => {
    const step = () => {
      while (open < IN_FLIGHT && next < names.length) {
        const index = next++;
        const name = names[index] as string;
        open++;
        fs.lstat(prefix + name, (error, stats) => {
          open--;
          if (!error) found[index] = stats.isSymbolicLink() ? link(name) : stats;
          else if (error.code !== 'ENOENT') found[index] = { error };
          step();
        });
      }
      if (open === 0 && next >= names.length) done();
    };
    step();
  });
}

interface Batch {
  names: string[];
  seen: Seen[];
}

/** The entries of a folder in batches, in the order of the directory. */
async function* batches(home: Home, path: Path | undefined, size: number): AsyncGenerator<Batch> {
  const below = namesBelowHome(path);
  const place = home.walk(below, { follow: true });
  const folder = place.name === null ? place.folder : openAndLeave(place.folder, place.name);
  try {
    const all = (await readdir(folder.self)).filter((name) => !isHidden(name));
    const how: Look = { folder, link: (name) => resolveLink(home, below, folder, name), slow: false };
    for (let at = 0; at < all.length || at === 0; at += size) {
      const names = all.slice(at, at + size);
      yield { names, seen: await look(how, names) };
    }
  } finally {
    folder.close();
  }
}

function openAndLeave(parent: Folder, name: string): Folder {
  try {
    return parent.open(name);
  } finally {
    parent.close();
  }
}

function entryOf(name: string, seen: Seen): Entry[] {
  if (!seen) return [];
  if ('error' in seen && !('$typeName' in seen)) return [unreadable(name, seen.error)];
  return ['$typeName' in seen ? seen : toEntry(name, seen as fs.Stats)];
}

/** The entries of a folder, 1,000 to a message. */
export async function* list(home: Home, path: Path | undefined): AsyncGenerator<ListResponse> {
  for await (const { names, seen } of batches(home, path, BATCH)) {
    yield create(ListResponseSchema, { entries: names.flatMap((name, index) => entryOf(name, seen[index])) });
  }
}

/** A folder as columns: the same as `list`, several times cheaper to make, send and read for many entries. */
export interface Columns {
  names: string[];
  /** Indices of the folders, of links that lead nowhere in the home, and of what is no file at all. */
  dirs: number[];
  links: number[];
  others: number[];
  sizes: number[];
  mtimes: number[];
  births: number[];
  errors: Record<string, string>;
}

export async function columns(home: Home, path: Path | undefined): Promise<Columns> {
  const all: Columns = { names: [], dirs: [], links: [], others: [], sizes: [], mtimes: [], births: [], errors: {} };
  for await (const { names, seen } of batches(home, path, BATCH * 10)) {
    for (let index = 0; index < names.length; index++) addColumn(all, names[index] as string, seen[index]);
  }
  return all;
}

function addColumn(all: Columns, name: string, seen: Seen): void {
  if (!seen) return;
  const at = all.names.push(name) - 1;
  if ('error' in seen && !('$typeName' in seen)) {
    all.errors[at] = errnoOf(seen.error) ?? 'EIO';
    all.sizes.push(0);
    all.mtimes.push(0);
    all.births.push(0);
    return;
  }
  const kind = '$typeName' in seen ? seen.kind : kindOf(seen as fs.Stats);
  if (kind === Kind.DIRECTORY) all.dirs.push(at);
  else if (kind === Kind.SYMLINK) all.links.push(at);
  else if (kind === Kind.OTHER) all.others.push(at);
  all.sizes.push(Number(seen.size));
  all.mtimes.push(Math.round(seen.mtimeMs));
  all.births.push(Math.round(seen.birthtimeMs));
}
