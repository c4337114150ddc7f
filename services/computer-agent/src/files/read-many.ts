/** Reads small files together: a model's run needs dozens of them, and a call for each costs more than reading it. */
import { create } from '@bufbuild/protobuf';
import {
  type FileSelection,
  Kind,
  type Path,
  type ReadManyRequest,
  type ReadManyResponse,
  ReadManyResponseSchema,
  type SmallFile,
  SmallFileSchema,
  ErrorReason,
} from '@zo/proto/agent/v1';
import { detailOf, invalid, toError } from '../errors.js';
import type { Home } from '../home/home.js';
import { list } from './list.js';
import { read } from './read.js';

const MAX_SELECTIONS = 100;
const MAX_FILE = 1024 * 1024;
const MAX_TOTAL = 8 * 1024 * 1024;
const MAX_IN_FOLDER = 100;

const NOT_THERE: ReadonlySet<ErrorReason> = new Set([
  ErrorReason.NOT_FOUND,
  ErrorReason.IS_FOLDER,
  ErrorReason.NOT_REGULAR_FILE,
  ErrorReason.LINK_OUTSIDE,
  ErrorReason.NOT_PERMITTED,
  ErrorReason.INVALID,
]);

const reasonOf = (error: unknown) => detailOf(toError(error)).reason;

/** @throws INVALID for too many selections */
export async function readMany(home: Home, { selections, maxBytes }: ReadManyRequest): Promise<ReadManyResponse> {
  if (selections.length > MAX_SELECTIONS) throw invalid(`At most ${MAX_SELECTIONS} selections are read at a time.`);
  const files: SmallFile[] = [];
  let left = MAX_TOTAL;
  for (const selection of selections)
    for (const path of await pathsOf(home, selection)) {
      const file = await readOne(home, path, Math.min(maxBytes || MAX_FILE, MAX_FILE, left));
      if (!file) continue;
      left -= file.content.length;
      files.push(file);
    }
  return create(ReadManyResponseSchema, { files });
}

async function pathsOf(home: Home, { path, inFolder, limit }: FileSelection): Promise<Path[]> {
  if (!path || inFolder.case === undefined) return path ? [path] : [];
  const isFolder = inFolder.case === 'name';
  const ending = isFolder ? '' : inFolder.value.toLowerCase();
  const names = await namesIn(home, path, isFolder ? Kind.DIRECTORY : Kind.FILE);
  const taken = names.filter((name) => name.toLowerCase().endsWith(ending)).slice(0, Math.min(limit, MAX_IN_FOLDER));
  return taken.map((name) => ({ ...path, segments: [...path.segments, name, ...(isFolder ? [inFolder.value] : [])] }));
}

/** Sorted, so that the same ones are taken each time. */
async function namesIn(home: Home, path: Path, kind: Kind): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { entries } of list(home, { path, limit: 0, after: '', asShown: false }))
      for (const entry of entries) if (entry.kind === kind && entry.error === '') names.push(entry.name);
  } catch (error) {
    if (!NOT_THERE.has(reasonOf(error))) throw error;
  }
  return names.toSorted();
}

async function readOne(home: Home, path: Path, maxBytes: number): Promise<SmallFile | undefined> {
  try {
    if (maxBytes === 0) return create(SmallFileSchema, { path, tooLarge: true });
    const { content } = await read(home, path, maxBytes);
    return create(SmallFileSchema, { path, content });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === ErrorReason.TOO_LARGE) return create(SmallFileSchema, { path, tooLarge: true });
    if (NOT_THERE.has(reason)) return undefined;
    throw error;
  }
}
