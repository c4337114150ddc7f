/** Ends a run: closes its calls, writes receipt and last event, and informs its origin. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { metrics } from '@zo/metrics';
import { type RunStatus, sanitise, textOf } from '../../shapes/parts.js';
import { agentCtx } from '../store/agent-ctx.js';
import { FollowUps } from '../ports/follow-ups.js';
import type { RunLog } from '../store/event-writer.js';
import { conversationIdOf } from '../ports/snapshots.js';
import { RunStore } from '../store/run-store.js';
import type { CallRow } from '../store/ledger.repository.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import type { Run } from '../store/runs.repository.js';
import { receiptOf, type ReceiptSource, Receipts } from './receipts.js';
import { Purse } from '../../allowances/purse.js';
import { LostCalls } from './lost-calls.js';
import { RunNews } from './run-news.js';
import type { ActiveRun } from './active-run.js';

export interface RunOutcome {
  readonly status: RunStatus;
  readonly error?: string;
}

const NO_TOKENS = { input: 0, output: 0 };

@Injectable()
export class RunFinisher {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly receipts: Receipts,
    private readonly news: RunNews,
    private readonly followUps: FollowUps,
    private readonly purse: Purse,
    private readonly lost: LostCalls,
  ) {}

  /** Does nothing if another worker holds the run. */
  async finish({ run, log }: ActiveRun, outcome: RunOutcome): Promise<void> {
    closeCalls(log);
    await log.flushed();
    if (log.lost) return;
    const { database } = this.store;
    const seq = log.seq + 1;
    const changes = await this.receipts.changesOf(run, log.parts);
    const hasParts = log.parts.some((part) => part.type === 'tool' && part.sub_run);
    const media = await this.receipts.mediaOf(run, log.parts);
    const isStrict = await this.lost.isStrictIfLost(run, log.parts);
    const ended = await database
      .tx(agentCtx(run), async (ctx) => {
        const state = await this.closed(ctx, run, { outcome, hasParts });
        const { ownCalls, calls } = state;
        await this.lost.label(ctx, run, { calls: ownCalls, isStrict });
        const origin = this.news.origins.of(run);
        // Marks files, which only calls write.
        const isForeign = calls.length > 0 && (await origin.tainted(ctx, [conversationIdOf(run)])).size > 0;
        const receipt = receiptOf({ ...state, changes, media, now: new Date(), isForeign });
        const parts = sanitise(log.parts);
        const end = { ...outcome, parts, text: textOf(parts), receipt, seq };
        this.store.runs.finishAtCommit(ctx, run, end);
        await origin.ended(ctx, run, end);
        return { receipt, waits: state.waits };
      })
      .catch((error: unknown) => {
        if (error instanceof LeaseLostError) return undefined;
        throw error;
      });
    if (!ended) return;
    metrics.runs.inc({ outcome: outcome.status });
    await this.news.ended(run, seq, { ...outcome, receipt: ended.receipt });
    if (hasParts && outcome.status !== 'complete') await this.news.leftParts(run);
    if (ended.waits && outcome.status === 'complete')
      await this.followUps.startNext(run.origin, agentCtx(run), run.threadId!);
  }

  /**
   * Locks the run, closes what it left open, and returns what its receipt says. All of it is sent together, and taken
   * back if another worker holds the run. @throws LeaseLostError
   */
  private async closed(
    ctx: Ctx,
    { id, threadId }: Run,
    { outcome, hasParts }: { outcome: RunOutcome; hasParts: boolean },
  ): Promise<
    Pick<ReceiptSource, 'run' | 'partTokens' | 'costNano' | 'calls'> & { ownCalls: CallRow[]; waits: boolean }
  > {
    const { ledger, runs, inputs } = this.store;
    // After an answer that did not end well, the user decides what becomes of the messages behind it.
    const left = outcome.status === 'complete' ? 'after' : 'held';
    const [run, , , ownCalls, costNano, waits] = await Promise.all([
      runs.held(ctx, id),
      ledger.close(ctx, id),
      this.purse.closeOf(ctx, id),
      ledger.ofRun(ctx, id),
      this.purse.costOf(ctx, id),
      threadId !== null && inputs.leave(ctx, threadId, left),
    ]);
    if (!run) throw new LeaseLostError();
    const partTokens = hasParts ? await runs.tokensOfParts(ctx, id) : NO_TOKENS;
    const calls = hasParts ? await ledger.ofRunAndParts(ctx, id) : ownCalls;
    return { run, ownCalls, calls, costNano, partTokens, waits };
  }
}

/** Closes unfinished calls, so that none appears to be running. */
function closeCalls(log: RunLog): void {
  for (const part of log.parts) {
    if (part.type !== 'tool' || part.result) continue;
    const message =
      part.state === 'running'
        ? 'The answer ended while this ran; whether it took effect is not known.'
        : 'Not run: the answer was ended before.';
    log.add('tool.end', {
      call_id: part.call_id,
      state: 'error',
      result: { type: 'error', message, code: part.state === 'running' ? 'stopped' : 'not_run' },
      duration_ms: 0,
    });
  }
}
