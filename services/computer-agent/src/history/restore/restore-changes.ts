/**
 * Undoes what happened between two moments, path by path, and leaves alone what changed since. What was made or changed
 * its kind is taken away first, then everything gets its earlier state back.
 */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  BaseSchema,
  NotKept,
  Restored,
  RestoreChangesResponseSchema,
  RestoreChangesResponse_KeptSchema,
  type Cause,
  type RestoreChangesRequest,
  type RestoreChangesResponse,
} from '@zo/proto/agent/v1';
import { ConnectError } from '@connectrpc/connect';
import { sha256 } from '../../files/hash.js';
import { remove } from '../../files/remove.js';
import type { Computer } from '../../server/computer.js';
import { authorOf } from '../author.js';
import { FOLDER_TYPE, isFolder, isLink, typeOf } from '../entry.js';
import { isInTrash, pathOf } from '../keys.js';
import { type ChangesRequest, type DifferenceRow, MAX_FILE_BYTES } from '../messages.js';
import { giveMode, makeFolder, removeFolder, syncFolder } from './restore-folders.js';
import { writeBack } from './restore-version.js';

const MAX_REPORTED = 200;
const PAGE = 200;
const AT_ONCE = 8;
const ABSENT = create(BaseSchema, { base: { case: 'absent', value: true } });

/** `folder`: only what is below this key, without the trash; what did not exist earlier stays. */
export async function restoreChanges(
  computer: Computer,
  { sinceSeq, untilSeq, cause, conversationId }: Omit<RestoreChangesRequest, '$typeName'>,
  folder = '',
): Promise<RestoreChangesResponse> {
  const bounds = { since: Number(sinceSeq), until: Number(untilSeq), limit: PAGE, below: folder };
  const restoring = new Restoring(computer, { ...bounds, conversation: conversationId }, cause);
  await computer.history.flush();
  await restoring.eachRow((row) => restoring.takeAway(row));
  await restoring.takeFoldersAway();
  await restoring.eachRow((row) => restoring.giveBack(row));
  await restoring.giveModes();
  await restoring.makeDurable();
  return restoring.report();
}

class Restoring {
  private restored = 0;
  private readonly left: [key: string, outcome: Restored][] = [];
  /** Made since; in the order of their keys, in which a folder comes before what it contains. */
  private readonly newFolders: string[] = [];
  private readonly modes: [key: string, mode: number][] = [];
  /** Keys of the folders whose names have changed. */
  private readonly touched = new Set<string>();
  /** What could not be taken away, so that nothing can be put in its place. */
  private readonly stuck = new Set<string>();

  constructor(
    private readonly computer: Computer,
    private readonly bounds: Omit<ChangesRequest, 'after'>,
    private readonly cause: Cause | undefined,
  ) {}

  /** Writes wait for the disk most of the time, so that some rows are worked on at once. */
  async eachRow(work: (row: DifferenceRow) => Promise<Restored | undefined>): Promise<void> {
    for (let after = ''; ;) {
      const { rows: found, next } = await this.computer.history.call('changes', { ...this.bounds, after });
      const rows = this.bounds.below ? found.filter(({ beforeSeq, key }) => beforeSeq !== 0 && !isInTrash(key)) : found;
      const outcomes = await inParallel(rows, AT_ONCE, (row) => work(row).catch(outcomeOf));
      for (const [index, { key, beforeMode, afterMode }] of rows.entries())
        this.count(outcomes[index], { key, mode: beforeMode || afterMode });
      if (next === '') return;
      after = next;
    }
  }

  /** Folders are not counted, because they hold nothing by themselves. */
  private count(outcome: Restored | undefined, { key, mode }: { key: string; mode: number }): void {
    if (outcome === undefined) return;
    if (outcome === Restored.DONE) {
      if (!isFolder(mode)) this.restored++;
      return;
    }
    this.stuck.add(key);
    this.left.push([key, outcome]);
  }

  report(): RestoreChangesResponse {
    const left = this.left
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, MAX_REPORTED)
      .map(([key, outcome]) => create(RestoreChangesResponse_KeptSchema, { path: pathOf(key), outcome }));
    return create(RestoreChangesResponseSchema, { restored: this.restored, left, leftCount: this.left.length });
  }

  async takeAway(row: DifferenceRow): Promise<Restored | undefined> {
    const { key, beforeSeq, beforeMode, afterSeq, afterMode } = row;
    if (row.isOthers) return Restored.CHANGED_SINCE;
    if (row.notKept !== NotKept.UNSPECIFIED) return Restored.NOT_KEPT;
    const isReplaced = typeOf(beforeMode) !== typeOf(afterMode) || isLink(afterMode);
    if (afterSeq === 0 || (beforeSeq !== 0 && !isReplaced)) return undefined;
    if (isFolder(afterMode)) return void this.newFolders.push(key);
    if (row.afterHash === null) return Restored.NOT_KEPT;
    const path = pathOf(key);
    const { home, history } = this.computer;
    const isSame = await home.within(
      path,
      {},
      ({ folder, name }) => name !== null && hashOf(folder.at(name), afterMode) === row.afterHash,
    );
    if (!isSame) return Restored.CHANGED_SINCE;
    await remove({ home, history }, { path, ...(this.cause && { cause: this.cause }) }, { isOneOfMany: true });
    this.touched.add(folderOf(key));
    return beforeSeq === 0 ? Restored.DONE : undefined;
  }

  /** A folder that contains something else by now stays. */
  async takeFoldersAway(): Promise<void> {
    const author = authorOf(this.cause);
    for (const key of this.newFolders.toReversed())
      if (!(await removeFolder(this.computer, [key, author])))
        this.count(Restored.CHANGED_SINCE, { key, mode: FOLDER_TYPE });
  }

  async giveBack({ key, beforeSeq, beforeMode, afterSeq, ...row }: DifferenceRow): Promise<Restored | undefined> {
    if (beforeSeq === 0 || this.stuck.has(key)) return undefined;
    if (isFolder(beforeMode)) {
      await makeFolder(this.computer, [key, authorOf(this.cause)]);
      this.modes.push([key, beforeMode]);
      return Restored.DONE;
    }
    const before = await this.computer.history.call('read', { key, seq: beforeSeq });
    if (!before) return Restored.NOT_KEPT;
    const isAbsent = afterSeq === 0 || typeOf(beforeMode) !== typeOf(row.afterMode) || isLink(row.afterMode);
    // Without its hash nobody can tell whether the file has changed since.
    if (!isAbsent && row.afterHash === null) return Restored.NOT_KEPT;
    const base = isAbsent ? ABSENT : create(BaseSchema, { base: { case: 'hash', value: row.afterHash! } });
    const { bytes: content, mode } = before;
    const restoring = { path: pathOf(key), content, mode, cause: this.cause, isOneOfMany: true };
    await writeBack(this.computer, restoring, base);
    this.touched.add(folderOf(key));
    return Restored.DONE;
  }

  /** Last, and the deepest first: a folder may be one that cannot be written to. */
  async giveModes(): Promise<void> {
    for (const folder of this.modes.toReversed()) await giveMode(this.computer, folder);
  }

  /** Once for each folder, not for each file. */
  async makeDurable(): Promise<void> {
    for (const key of this.touched) await syncFolder(this.computer, key);
  }
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

async function inParallel<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index]!);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/**
 * The hash of a file or of where a link leads; null if it is of another kind than `mode` says, or too large to be kept.
 */
function hashOf(file: string, mode: number): string | null {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (isLink(mode)) return stats?.isSymbolicLink() ? sha256(fs.readlinkSync(file, 'buffer')) : null;
  if (!stats?.isFile() || stats.size > MAX_FILE_BYTES) return null;
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
  try {
    return sha256(fs.readFileSync(fd));
  } finally {
    fs.closeSync(fd);
  }
}

function outcomeOf(error: unknown): Restored {
  if (error instanceof ConnectError) return Restored.CHANGED_SINCE;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EEXIST') return Restored.CHANGED_SINCE;
  console.error('a file could not be restored', error);
  return Restored.FAILED;
}
