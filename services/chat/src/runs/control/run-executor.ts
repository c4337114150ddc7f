/** Executes one run from acquiring its slot to its end. */
import { Injectable } from '@nestjs/common';
import { logger } from '@zo/observability';
import { explainModelError } from '../../models/model-errors.js';
import { AgentLoop } from '../loop/agent-loop.js';
import type { PreparedRun } from '../loop/run-preparer.js';
import { agentCtx } from '../store/agent-ctx.js';
import { ParkedError } from '../store/parked.error.js';
import { RunChannels } from '../store/run-channels.js';
import { RunStore } from '../store/run-store.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import type { ActiveRun } from './active-run.js';
import { ResumeLimitError } from './resumer.js';
import { RunFinisher, type RunOutcome } from './run-finisher.js';
import { UserSlots } from './user-slots.js';

/** Loads what the loop needs, once the run has its slot. */
export type Prepare = (active: ActiveRun) => Promise<PreparedRun>;

const log = logger('chat:runs');

@Injectable()
export class RunExecutor {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly slots: UserSlots,
    private readonly loop: AgentLoop,
    private readonly finisher: RunFinisher,
    private readonly store: RunStore,
    private readonly channels: RunChannels,
  ) {}

  async execute(active: ActiveRun, prepare: Prepare): Promise<void> {
    let outcome: RunOutcome;
    try {
      outcome = await this.slots.inSlot(active, async () => {
        const prepared = await prepare(active);
        return this.loop.work({ ...prepared, log: active.log, signal: active.signal });
      });
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      if (error instanceof ParkedError) return this.park(active);
      outcome = outcomeOf(active, error);
    }
    if (active.isTakenOver) return;
    await this.finisher
      .finish(active, outcome)
      .catch((error: unknown) => log.error({ error }, 'ending a run failed; it is retried when its lease expires'));
  }

  private async park({ run, log: events }: ActiveRun): Promise<void> {
    await events.flushed();
    if (events.lost) return;
    const isParked = await this.store.database.tx(agentCtx(run), (tx) => this.store.parking.park(tx, run.id));
    if (!isParked) await this.channels.publishUnparked(run.id);
  }
}

function outcomeOf({ reason }: ActiveRun, error: unknown): RunOutcome {
  if (reason === 'stop') return { status: 'stopped' };
  if (error instanceof ResumeLimitError) return { status: 'interrupted', error: error.message };
  if (reason === 'time') return { status: 'failed', error: 'The answer took too long and was ended.' };
  if (!reason) log.warn({ error }, 'an assistant run failed');
  return { status: 'failed', error: explainModelError(error).message };
}
