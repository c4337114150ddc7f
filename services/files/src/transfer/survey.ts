/** What is in a file or folder that is to be sent to another computer. */
import { type Entry, Kind } from '@zo/proto/agent/v1';
import { type Computer, pathOnItsAgent, sanitiseAmount } from '@zo/computer-client';
import type { AnyLocation } from '@zo/proto/location';
import { fileErrors } from '../errors.js';
import { displayPath, nameOf } from '../paths.js';
import { readPage } from '../tree/listing.service.js';

const PAGE = 1_000;
const MAX_ENTRIES = 10_000;
/** Links inside of a folder can lead back to it. */
const MAX_DEPTH = 64;

export interface Part {
  /** Names below the item; empty: the item itself. */
  readonly below: readonly string[];
  readonly isFolder: boolean;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}

export interface Survey {
  /** A folder comes before what is in it. */
  readonly parts: Part[];
  /** Bytes of all files. */
  readonly bytes: number;
  /** Entries that are neither files nor folders, or have no name that can be used. */
  readonly leftOut: number;
}

/** @throws files.too_many_entries, files.nested_too_deep, files.not_regular; the reason of the signal */
export async function survey(computer: Computer, item: AnyLocation, signal: AbortSignal): Promise<Survey> {
  const { entry } = await computer.files.stat({ path: pathOnItsAgent(item) });
  const first = entry && partOf(entry, []);
  if (!first) throw fileErrors.notRegular({ path: displayPath(item) });
  const parts = [first];
  let leftOut = 0;
  for (let at = 0; at < parts.length; at++) {
    const { below, isFolder } = parts[at]!;
    if (!isFolder) continue;
    if (below.length > MAX_DEPTH) throw fileErrors.nestedTooDeep({ path: displayPath(item) });
    for await (const { name, ...inner } of entriesOf(computer, { ...item, path: [...item.path, ...below] })) {
      signal.throwIfAborted();
      const part = partOf({ name, ...inner }, [...below, name]);
      if (part) parts.push(part);
      else leftOut++;
      if (parts.length > MAX_ENTRIES) throw fileErrors.tooManyEntries({ name: nameOf(item), max: MAX_ENTRIES });
    }
  }
  return { parts, bytes: parts.reduce((sum, { size }) => sum + size, 0), leftOut };
}

async function* entriesOf(computer: Computer, folder: AnyLocation): AsyncGenerator<Entry> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page = await readPage(computer, folder, { limit: PAGE, after });
    yield* page.entries;
    after = page.next;
  }
}

function partOf({ kind, error, size, mtimeMs }: Entry, below: readonly string[]): Part | undefined {
  if (error || (kind !== Kind.FILE && kind !== Kind.DIRECTORY)) return undefined;
  const isFolder = kind === Kind.DIRECTORY;
  return { below, isFolder, size: isFolder ? 0 : sanitiseAmount(size), mtimeMs: isFolder ? 0 : mtimeMs };
}

/** Whether nothing was added, removed or changed between the two. */
export function isUnchanged(before: Survey, now: Survey): boolean {
  const key = ({ below, isFolder, size, mtimeMs }: Part) => JSON.stringify([below, isFolder, size, mtimeMs]);
  const known = new Set(before.parts.map(key));
  return (
    now.parts.length === known.size && now.leftOut === before.leftOut && now.parts.every((part) => known.has(key(part)))
  );
}

/** Whether everything in one of them is in the other, too, at whatever time it was written. */
export function holdsOnly({ parts, leftOut }: Survey, all: Survey): boolean {
  const key = ({ below, isFolder, size }: Part) => JSON.stringify([below, isFolder, size]);
  const known = new Set(all.parts.map(key));
  return leftOut === 0 && parts.every((part) => known.has(key(part)));
}
