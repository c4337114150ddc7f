/** Gives a file the bytes that it had, by an ordinary write. */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  BaseSchema,
  Clash,
  ErrorReason,
  RestoreVersionResponseSchema,
  WriteRequestSchema,
  WriteResponseSchema,
  type Base,
  type Cause,
  type Path,
  type RestoreVersionRequest,
  type RestoreVersionResponse,
  type WriteResponse,
} from '@zo/proto/agent/v1';
import { ConnectError } from '@connectrpc/connect';
import { agentError, detailOf, errnoOf, invalid, isFolder, taken } from '../../errors.js';
import { renamed } from '../../files/move.js';
import { hiddenName, placeExclusive } from '../../files/place.js';
import { write } from '../../files/write.js';
import { nextName, showPath } from '../../home/names.js';
import type { Computer } from '../../server/computer.js';
import { authorOf } from '../author.js';
import { isLink } from '../entry.js';
import { readVersion } from '../send-version.js';

const MAX_NAMESAKES = 1_000;
const absent = create(BaseSchema, { base: { case: 'absent', value: true } });
const any = create(BaseSchema, { base: { case: 'any', value: true } });

interface Restoring {
  readonly path: Path;
  readonly content: Uint8Array;
  readonly mode: number;
  readonly cause: Cause | undefined;
  readonly isOneOfMany?: boolean;
}

/** Writes a file or link of the history. @throws STALE_BASE when the path is not as `base` says */
export async function writeBack(computer: Computer, restoring: Restoring, base: Base): Promise<WriteResponse> {
  const { home, history, disk } = computer;
  const { path, content, mode, cause, isOneOfMany = false } = restoring;
  await disk.room(content.length);
  if (isLink(mode)) return putLink(computer, restoring, base);
  const request = create(WriteRequestSchema, { path, content, base, createParents: true, ...(cause && { cause }) });
  return write({ home, history }, request, { mode: mode || undefined, isOneOfMany });
}

/** A link is replaced as a whole, and never followed. */
async function putLink(
  { home, history }: Computer,
  { path, content, cause }: Restoring,
  { base }: Base,
): Promise<WriteResponse> {
  return home.within(path, { createParents: true }, async ({ folder, name }) => {
    if (name === null || folder.lstat(name)?.isDirectory()) throw isFolder(showPath(path));
    if (base.case !== 'absent') await history.keep(folder, name);
    const hidden = hiddenName();
    fs.symlinkSync(Buffer.from(content), folder.at(hidden));
    try {
      if (base.case === 'absent') placeExclusive({ folder, name: hidden }, { folder, name });
      else fs.renameSync(folder.at(hidden), folder.at(name));
    } catch (error) {
      fs.unlinkSync(folder.at(hidden));
      if (errnoOf(error) === 'EEXIST') throw agentError(ErrorReason.STALE_BASE, 'The file changed meanwhile.');
      throw error;
    }
    const key = history.keyIn(folder, name);
    if (key !== null) history.added(key, authorOf(cause));
    await folder.sync();
    return create(WriteResponseSchema, { created: base.case === 'absent' });
  });
}

export async function restoreVersion(
  computer: Computer,
  { path, seq, to, clash, cause }: RestoreVersionRequest,
): Promise<RestoreVersionResponse> {
  const goal = to ?? path;
  const name = goal?.segments.at(-1);
  if (!goal || name === undefined) throw invalid('A version needs the path of a file.');
  const key = await computer.history.recordedKey(path);
  const { bytes: content, mode } = await readVersion(computer.history, key, Number(seq));
  for (let count = 1; count <= MAX_NAMESAKES; count++) {
    const target = count === 1 ? goal : renamed(goal, nextName(name, count, false));
    try {
      const base = clash === Clash.UNSPECIFIED ? any : absent;
      const { version } = await writeBack(computer, { path: target, content, mode, cause }, base);
      return create(RestoreVersionResponseSchema, { to: target, ...(version && { version }) });
    } catch (error) {
      if (!isTaken(error) || clash === Clash.UNSPECIFIED) throw error;
      if (clash === Clash.REFUSE) throw taken(name);
    }
  }
  throw taken(name);
}

const TAKEN = new Set([ErrorReason.STALE_BASE, ErrorReason.IS_FOLDER, ErrorReason.NOT_REGULAR_FILE]);
const isTaken = (error: unknown) => error instanceof ConnectError && TAKEN.has(detailOf(error).reason);
