/** What changed in a computer, by its history, which has seen every change. What it says is checked and bounded. */
import type { Computer } from '@zo/computer-client';
import { fromAgentPath, isAgentError, toAgentPath } from '@zo/computer-client';
import { Actor, Kind, VersionKind } from '@zo/proto/agent/v1';
import { addressOf, inTrash, type Location, parseAddress } from '@zo/proto/location';
import { createHash } from 'node:crypto';

/** Changes that one look reads; a large installation of packages has a tenth of them. */
const MAX_CHANGES = 1_000_000;
const PAGE = 200;
/** Of the files that are looked for, the latest. */
const MAX_FOUND = 10_000;
const MAX_HASHED_BYTES = 8 * 1024 * 1024;
const VERSIONS = 5;
const KEPT_WITHIN_MS = 60_000;

export interface ChangedFile {
  readonly place: Location;
  /** Of the version that it has now. */
  readonly seq: bigint;
}

export interface Author {
  /** Undefined: not a chat, or not known. */
  readonly conversationId: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Everything up to now is in the history. */
export const lastChange = async (computer: Computer): Promise<number> => Number((await computer.history.flush({})).seq);

/** The two sequence numbers that changes lie between. */
export interface Period {
  readonly since: number;
  readonly until: number;
}

/** Files of the workspace that came or changed, and that `isWanted`. */
export async function changedFiles(
  computer: Computer,
  { since, until }: Period,
  isWanted: (place: Location) => boolean,
): Promise<ChangedFile[]> {
  const range = { sinceSeq: BigInt(since), untilSeq: BigInt(until), limit: PAGE };
  let found: ChangedFile[] = [];
  for (let after = '', pages = 0; pages < MAX_CHANGES / PAGE; pages++) {
    const { changes, next } = await computer.history.listChanges({ ...range, after });
    for (const { path, kind, afterSeq } of changes) {
      if (!path || kind !== Kind.FILE || afterSeq === 0n) continue;
      const place = fromAgentPath(path);
      if (place.root === 'w' && !inTrash(place) && isWanted(place)) found.push({ place, seq: afterSeq });
    }
    if (found.length > 2 * MAX_FOUND) found = latest(found);
    if (next === '' || next === after) break;
    after = next;
  }
  return latest(found);
}

const latest = (files: readonly ChangedFile[]): ChangedFile[] =>
  files.toSorted((a, b) => Number(a.seq - b.seq)).slice(-MAX_FOUND);

/** Who made a version, and when. */
export async function authorOf(computer: Computer, { place, seq }: ChangedFile): Promise<Author | undefined> {
  const { versions } = await computer.history.listVersions({ path: toAgentPath(place), limit: VERSIONS });
  const version = versions.find((each) => each.seq === seq) ?? versions[0];
  if (!version) return undefined;
  const { cause, atMs, mtimeMs, kind } = version;
  // A version is kept a moment after its file was written; what was copied with its old time came when it was kept.
  const isWritten = kind === VersionKind.CONTENT && mtimeMs <= atMs && atMs - mtimeMs < KEPT_WITHIN_MS;
  return {
    conversationId: cause?.actor === Actor.ASSISTANT ? cause.conversationId : undefined,
    at: isWritten ? mtimeMs : atMs,
  };
}

/** Names the content of a file: the same bytes at the same path are the same. */
export async function keyOf(computer: Computer, { place, seq }: ChangedFile): Promise<string> {
  const path = createHash('sha256').update(addressOf(place)).digest('hex').slice(0, 32);
  return `file:${path}:${await contentOf(computer, addressOf(place), seq)}`;
}

async function contentOf(computer: Computer, address: string, seq: bigint): Promise<string> {
  try {
    const path = toAgentPath(parseAddress(address));
    const { content } = await computer.files.read({ path, maxBytes: BigInt(MAX_HASHED_BYTES) });
    return createHash('sha256').update(content).digest('hex');
  } catch (error) {
    // A large file, or one that is gone or changes again already: its version names it.
    if (isAgentError(error, 'tooLarge', 'notFound', 'inUse', 'notRegularFile', 'notPermitted')) return `version-${seq}`;
    throw error;
  }
}
