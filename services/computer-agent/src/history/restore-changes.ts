/** Undoes what happened between two moments, path by path, and leaves alone what changed since. */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  BaseSchema,
  NotKept,
  Restored,
  RestoreChangesResponseSchema,
  RestoreChangesResponse_KeptSchema,
  type Base,
  type Cause,
  type RestoreChangesRequest,
  type RestoreChangesResponse,
} from '@zo/proto/agent/v1';
import { ConnectError } from '@connectrpc/connect';
import { sha256 } from '../files/hash.js';
import { remove } from '../files/remove.js';
import type { Computer } from '../server/computer.js';
import { isInTrash, pathOf } from './keys.js';
import type { DifferenceRow } from './messages.js';
import { writeBack } from './restore-version.js';

const MAX_REPORTED = 200;
const PAGE = 200;
const AT_ONCE = 8;

/** `folder`: only files below this key, without those in the trash; files that did not exist earlier stay. */
export async function restoreChanges(
  computer: Computer,
  { sinceSeq, untilSeq, cause }: Pick<RestoreChangesRequest, 'sinceSeq' | 'untilSeq' | 'cause'>,
  folder = '',
): Promise<RestoreChangesResponse> {
  const { history } = computer;
  await history.flush();
  const response = create(RestoreChangesResponseSchema);
  const bounds = { since: Number(sinceSeq), until: Number(untilSeq), limit: PAGE, below: folder };
  for (let after = ''; ;) {
    const { rows: found, next } = await history.call('changes', { ...bounds, after });
    const rows = folder ? found.filter(({ beforeSeq, key }) => beforeSeq !== 0 && !isInTrash(key)) : found;
    // Writes wait for the disk most of the time.
    const outcomes = await inParallel(rows, AT_ONCE, (row) => restore(computer, row, cause).catch(outcomeOf));
    for (const [index, row] of rows.entries()) {
      const outcome = outcomes[index]!;
      if (outcome === Restored.DONE) response.restored++;
      else {
        response.leftCount++;
        if (response.left.length < MAX_REPORTED)
          response.left.push(create(RestoreChangesResponse_KeptSchema, { path: pathOf(row.key), outcome }));
      }
    }
    if (next === '') return response;
    after = next;
  }
}

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

async function restore(
  computer: Computer,
  { key, beforeSeq, afterSeq, notKept }: DifferenceRow,
  cause: Cause | undefined,
): Promise<Restored> {
  const { home, history } = computer;
  const path = pathOf(key);
  if (beforeSeq === 0) {
    const made = await history.call('read', { key, seq: afterSeq });
    const isSame = await home.within(
      path,
      {},
      ({ folder, name }) => made && name !== null && hasBytes(folder.at(name), made.bytes),
    );
    if (!isSame) return Restored.CHANGED_SINCE;
    await remove({ home, history }, { path, ...(cause && { cause }) });
    return Restored.DONE;
  }
  const before = notKept === NotKept.UNSPECIFIED ? await history.call('read', { key, seq: beforeSeq }) : null;
  if (!before) return Restored.NOT_KEPT;
  const base = await baseOf(computer, key, afterSeq);
  if (!base) return Restored.NOT_KEPT;
  await writeBack(computer, { path, content: before.bytes, mode: before.mode, cause }, base);
  return Restored.DONE;
}

/** What the file was after the run; undefined when that was not kept, so that nobody can tell whether it changed since. */
async function baseOf({ history }: Computer, key: string, afterSeq: number): Promise<Base | undefined> {
  if (afterSeq === 0) return create(BaseSchema, { base: { case: 'absent', value: true } });
  const after = await history.call('read', { key, seq: afterSeq });
  return after ? create(BaseSchema, { base: { case: 'hash', value: sha256(after.bytes) } }) : undefined;
}

function hasBytes(file: string, bytes: Uint8Array): boolean {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size !== bytes.length) return false;
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
  try {
    return fs.readFileSync(fd).equals(bytes);
  } finally {
    fs.closeSync(fd);
  }
}

function outcomeOf(error: unknown): Restored {
  if (error instanceof ConnectError) return Restored.CHANGED_SINCE;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return Restored.CHANGED_SINCE;
  console.error('a file could not be restored', error);
  return Restored.FAILED;
}
