/** Takes back what a run did to files, as far as nobody has touched them since. */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/shared/audit';
import type { Ctx } from '@zo/shared/auth';
import { type Computer, Computers } from '@zo/shared/computer-client';
import { Database } from '@zo/shared/db';
import { errors } from '@zo/shared/errors';
import { place } from '@zo/shared/http';
import { z } from 'zod';
import { chatErrors } from '../errors.js';
import { type FileVersion, LedgerRepository } from '../gate/ledger.repository.js';
import { Live } from '../live.js';
import { isConflict, isMissing } from '../tools/faults.js';
import { type HomePath, toProto } from '../tools/paths.js';
import { sha256 } from '../tools/text-file.js';
import { keyOf } from './receipts.js';
import { RunsRepository } from './runs.repository.js';

export const undone = z
  .strictObject({
    restored: z.array(place.extend({ change: z.enum(['restored', 'removed']) })),
    kept: z.array(place.extend({ reason: z.string() })),
  })
  .meta({ id: 'Undone' });
export type Undone = z.infer<typeof undone>;

/** What stood there before the run, and what the run left. */
interface Step {
  readonly path: HomePath;
  readonly before: Buffer | null;
  readonly left: string | null;
}

const MOST_BYTES = 64 * 1024 * 1024;
const CHANGED = 'It was changed after this answer, so it was left as it is.';

@Injectable()
export class Undo {
  constructor(
    private readonly database: Database,
    private readonly runs: RunsRepository,
    private readonly ledger: LedgerRepository,
    private readonly computers: Computers,
    private readonly live: Live,
  ) {}

  /** @throws chat.run_not_ended, chat.nothing_to_undo */
  async undo(ctx: Ctx, runId: string): Promise<Undone> {
    const { run, versions } = await this.database.read(ctx, async (tx) => {
      const found = await this.runs.byId(tx, runId);
      if (!found) throw errors.notFound();
      return { run: found, versions: await this.ledger.versionsOf(tx, runId) };
    });
    if (run.status === 'running' || run.status === 'waiting') throw chatErrors.runNotEnded();
    if (run.undo !== 'available') throw chatErrors.nothingToUndo();
    const undone: Undone = { restored: [], kept: [] };
    for (const step of stepsOf(versions)) {
      const outcome = await this.computers.use(ctx, (computer) => takeBack(computer, step));
      if (outcome === 'restored' || outcome === 'removed') undone.restored.push({ ...copyOf(step.path), change: outcome });
      else if (outcome !== undefined) undone.kept.push({ ...copyOf(step.path), reason: outcome });
    }
    await this.database.tx(ctx, async (tx) => {
      await this.runs.setUndo(tx, run, 'done');
      audit(tx, 'run.undone', run.id);
    });
    this.live.conversation(ctx.userId, { id: run.conversationId, change: 'updated' });
    return undone;
  }
}

const copyOf = ({ root, path }: HomePath) => ({ root, path: [...path] });

/** Each file once: the first version is what was there before, the last hash what the run left. */
function stepsOf(versions: readonly FileVersion[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { root, path, existed, content, afterHash } of versions) {
    const key = keyOf({ root, path });
    const first = steps.get(key);
    steps.set(key, { path: { root, path }, before: first ? first.before : existed ? (content ?? Buffer.alloc(0)) : null, left: afterHash });
  }
  return [...steps.values()];
}

/** `restored`, `removed`, the reason why not, or undefined when the file already is as it was. */
async function takeBack(computer: Computer, { path, before, left }: Step): Promise<string | undefined> {
  const now = await hashNow(computer, path);
  if (now === (before === null ? null : sha256(before))) return undefined;
  if (now === null) return 'It is not there any more.';
  if (now !== left) return CHANGED;
  try {
    if (before === null) {
      await computer.files.remove({ path: toProto(path) });
      return 'removed';
    }
    await computer.files.write({ path: toProto(path), content: before, base: { base: { case: 'hash', value: now } }, createParents: false });
    return 'restored';
  } catch (error) {
    if (isConflict(error)) return CHANGED;
    throw error;
  }
}

async function hashNow(computer: Computer, path: HomePath): Promise<string | null> {
  try {
    const { version, content } = await computer.files.read({ path: toProto(path), maxBytes: BigInt(MOST_BYTES) });
    return version?.hash || sha256(content);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
