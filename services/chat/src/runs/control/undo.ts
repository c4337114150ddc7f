/** Reverts a run's changes to files that nobody has changed since. */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers } from '@zo/computer-client';
import { errors } from '@zo/errors';
import { locationResponse } from '@zo/http';
import { z } from 'zod';
import { chatErrors } from '../../errors.js';
import { Origins } from '../ports/origin.js';
import type { FileVersion } from '../store/ledger.repository.js';
import { RunStore } from '../store/run-store.js';
import { isConflict, isMissing, isTooLarge } from '../../tools/tool-errors.js';
import { toAgentPath } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { sha256 } from '../../tools/text-file.js';
import { keyOf } from './receipts.js';

export const undone = z
  .strictObject({
    restored: z.array(locationResponse.extend({ change: z.enum(['restored', 'removed']) })),
    kept: z.array(locationResponse.extend({ reason: z.string() })),
  })
  .meta({ id: 'Undone' });
export type Undone = z.infer<typeof undone>;

/** One write of the run: the content before it, and the hash of the content it wrote. */
interface Change {
  readonly before: Buffer | null;
  readonly left: string | null;
}

interface ChangedFile {
  readonly path: Location;
  /** Oldest first, including writes the computer refused. */
  readonly changes: Change[];
}

const MAX_BYTES = 64 * 1024 * 1024;
const CHANGED = 'It was changed after this answer, so it was left as it is.';

@Injectable()
export class Undo {
  constructor(
    private readonly store: RunStore,
    private readonly computers: Computers,
    private readonly origins: Origins,
  ) {}

  /** @throws chat.run_not_ended, chat.nothing_to_undo */
  async undo(ctx: Ctx, runId: string): Promise<Undone> {
    const { run, versions } = await this.store.database.read(ctx, async (tx) => {
      const found = await this.store.runs.byId(tx, runId);
      if (!found) throw errors.notFound();
      return { run: found, versions: await this.store.ledger.versionsOf(tx, runId) };
    });
    if (run.status === 'running' || run.status === 'waiting') throw chatErrors.runNotEnded();
    if (run.undo !== 'available') throw chatErrors.nothingToUndo();
    const origin = this.origins.of(run);
    const undone: Undone = { restored: [], kept: [] };
    for (const file of changedFiles(versions)) {
      const outcome = await this.computers.use(ctx, (computer) => revert(computer, file));
      if (outcome === 'restored' || outcome === 'removed')
        undone.restored.push({ ...copyOf(file.path), change: outcome });
      else if (outcome !== undefined) undone.kept.push({ ...copyOf(file.path), reason: outcome });
    }
    await this.store.database.tx(ctx, async (tx) => {
      await this.store.runs.setUndo(tx, run, 'done');
      await origin.undone(tx, run);
      audit(tx, 'run.undone', { target: run.id });
    });
    origin.announce(run, 'undone');
    return undone;
  }
}

const copyOf = ({ root, path }: Location) => ({ root, path: [...path] });

function changedFiles(versions: readonly FileVersion[]): ChangedFile[] {
  const files = new Map<string, ChangedFile>();
  for (const { root, path, existed, content, afterHash } of versions) {
    const key = keyOf({ root, path });
    const file = files.get(key) ?? { path: { root, path }, changes: [] };
    file.changes.push({ before: existed ? (content ?? Buffer.alloc(0)) : null, left: afterHash });
    files.set(key, file);
  }
  return [...files.values()];
}

const hashOf = (content: Buffer | null) => (content === null ? null : sha256(content));

/**
 * Follows the run's writes back from the current content to the content before them; undefined if the current content
 * is not the run's. A version that somebody else wrote in between is never skipped, and a refused write has no effect.
 */
function beforeOf(changes: readonly Change[], now: string | null): Buffer | null | undefined {
  let found: Change | undefined;
  let wanted = now;
  for (const change of changes.toReversed()) {
    if (change.left !== wanted) continue;
    found = change;
    wanted = hashOf(change.before);
  }
  return found?.before;
}

/** Returns `restored`, `removed`, the reason for keeping the file, or undefined if the file is unchanged. */
async function revert(computer: Computer, { path, changes }: ChangedFile): Promise<string | undefined> {
  try {
    const now = await hashNow(computer, path);
    const before = beforeOf(changes, now);
    if (now === hashOf(before === undefined ? changes[0]!.before : before)) return undefined;
    if (now === null) return 'It is not there any more.';
    if (before === undefined) return CHANGED;
    if (before === null) {
      await computer.files.remove({ path: toAgentPath(path), cause: BY_USER });
      return 'removed';
    }
    await computer.files.write({
      path: toAgentPath(path),
      content: before,
      base: { base: { case: 'hash', value: now } },
      createParents: false,
      cause: BY_USER,
    });
    return 'restored';
  } catch (error) {
    if (isConflict(error) || isTooLarge(error)) return CHANGED;
    throw error;
  }
}

async function hashNow(computer: Computer, path: Location): Promise<string | null> {
  try {
    const { version, content } = await computer.files.read({ path: toAgentPath(path), maxBytes: BigInt(MAX_BYTES) });
    return version?.hash || sha256(content);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
