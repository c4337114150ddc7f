/** Takes back what a run changed and nobody has changed since, and can do that undoing over. */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { isAgentError } from '@zo/computer-client';
import { errors } from '@zo/errors';
import { locationResponse } from '@zo/http';
import { Restored } from '@zo/proto/agent/v1';
import { z } from 'zod';
import { chatErrors } from '../../errors.js';
import { conversationIdOf, type RunRestored, Snapshots } from '../ports/snapshots.js';
import { Origins } from '../ports/origin.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';

export const undone = z
  .strictObject({
    /** Files and links that are as they were before. */
    restored: z.int(),
    /** The first of those that were left as they are. */
    kept: z.array(locationResponse.extend({ reason: z.string() })),
    kept_count: z.int(),
    undo: z.enum(['available', 'done']),
  })
  .meta({ id: 'Undone' });
export type Undone = z.infer<typeof undone>;

const REASONS: Partial<Record<Restored, string>> = {
  [Restored.CHANGED_SINCE]: 'It was changed afterwards, so it was left as it is.',
  [Restored.NOT_KEPT]: 'Its earlier content is not kept, because it is too large or left out of the history.',
};
const FAILED = 'The computer could not write it.';

@Injectable()
export class Undo {
  constructor(
    private readonly store: RunStore,
    private readonly snapshots: Snapshots,
    private readonly origins: Origins,
  ) {}

  /** @throws chat.run_not_ended, chat.nothing_to_undo, chat.undo_expired */
  async undo(ctx: Ctx, runId: string): Promise<Undone> {
    const run = await this.ended(ctx, runId);
    if (run.undo !== 'available') throw chatErrors.nothingToUndo();
    const which = { runId, conversationId: conversationIdOf(run) };
    const { restored, placed } = await this.restore(ctx, which, run.placed);
    // With nothing taken back there is nothing to redo, and the reasons for that may go away.
    if (restored.restored === 0 && restored.keptCount > 0) return present(restored, 'available');
    await this.change(ctx, run, { undo: 'done', undoRunId: restored.undoRunId, placed });
    return present(restored, 'done');
  }

  /** Brings back what an undo took away. @throws chat.nothing_to_redo, chat.undo_expired */
  async redo(ctx: Ctx, runId: string): Promise<Undone> {
    const run = await this.ended(ctx, runId);
    if (run.undo !== 'done' || run.undoRunId === null) throw chatErrors.nothingToRedo();
    const which = { runId: run.undoRunId, conversationId: '' };
    const { restored, placed } = await this.restore(ctx, which, run.placed);
    if (restored.restored === 0 && restored.keptCount > 0) return present(restored, 'done');
    await this.change(ctx, run, { undo: 'available', undoRunId: null, placed });
    return present(restored, 'available');
  }

  private async ended(ctx: Ctx, runId: string): Promise<Run> {
    const run = await this.store.database.read(ctx, (tx) => this.store.runs.byId(tx, runId));
    if (!run) throw errors.notFound();
    if (run.status === 'running' || run.status === 'waiting') throw chatErrors.runNotEnded();
    return run;
  }

  /** @param held what runs by itself, where the computer may keep no history */
  private async restore(
    ctx: Ctx,
    which: Parameters<Snapshots['restore']>[1],
    held: readonly string[],
  ): Promise<{ restored: RunRestored; placed: readonly string[] }> {
    try {
      const restored = await this.snapshots.restore(ctx, which);
      const { placed, kept, left, undoIds } = await this.snapshots.placeHeld(ctx, held);
      const changed = kept.map((location) => ({ location, outcome: Restored.CHANGED_SINCE }));
      const all = {
        ...restored,
        restored: restored.restored + placed,
        kept: [...restored.kept, ...changed],
        keptCount: restored.keptCount + left,
      };
      return { restored: all, placed: undoIds };
    } catch (error) {
      if (isAgentError(error, 'notFound')) throw chatErrors.undoExpired();
      throw error;
    }
  }

  private async change(ctx: Ctx, run: Run, state: Pick<Run, 'undoRunId' | 'placed'> & { undo: 'done' | 'available' }) {
    const origin = this.origins.of(run);
    await this.store.database.tx(ctx, async (tx) => {
      await this.store.runs.setUndo(tx, run.id, state);
      await origin.undone(tx, run, state.undo);
      audit(tx, state.undo === 'done' ? 'run.undone' : 'run.redone', { target: run.id });
    });
    origin.announce(run, 'undone');
  }
}

const present = ({ restored, kept, keptCount }: RunRestored, undo: Undone['undo']): Undone => ({
  restored,
  kept: kept.map(({ location: { root, path }, outcome }) => ({
    root,
    path: [...path],
    reason: REASONS[outcome] ?? FAILED,
  })),
  kept_count: keptCount,
  undo,
});
