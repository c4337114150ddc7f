/** Schedules as an origin of runs: a chat as any other, whose start, waiting and end are told to the service `zo`. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { publish } from '@zo/events';
import { chatEvents } from '@zo/proto/topics';
import { AllowancesRepository } from '../../allowances/allowances.repository.js';
import { LedgerRepository } from '../../runs/store/ledger.repository.js';
import type { Wait } from '../../runs/ports/origin.js';
import { toldOf } from '../../runs/scripts/outcome-of-script.js';
import { ScriptsRepository } from '../../runs/scripts/scripts.repository.js';
import type { Run, RunEnd } from '../../runs/store/runs.repository.js';
import { ChatOrigin, conversationOf } from '../chat/chat.origin.js';
import { ChatStore } from '../chat/chat-store.js';
import { Live } from '../chat/live.js';
import { FilesInView } from '../chat/messages/files-in-view.js';

export const SCHEDULE = 'schedule';
const MAX_ERROR = 500;

@Injectable()
export class ScheduleOrigin extends ChatOrigin {
  override readonly name = SCHEDULE;
  protected override readonly newsAfterMs = 0;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    store: ChatStore,
    files: FilesInView,
    live: Live,
    private readonly spendings: AllowancesRepository,
    private readonly ledger: LedgerRepository,
    private readonly scripts: ScriptsRepository,
  ) {
    super(store, files, live);
  }

  /** Called in the transaction that inserts the run. */
  started(ctx: Ctx, run: Pick<Run, 'id' | 'originId' | 'userId'>, conversationId: string): void {
    publish(ctx, chatEvents, 'run.started', { ...factOf(run), conversationId });
  }

  override async waits(ctx: Ctx, run: Run, wait: Wait): Promise<void> {
    await super.waits(ctx, run, wait);
    if (wait.status === 'running') this.started(ctx, run, conversationOf(run));
    else if (wait.status === 'waiting') publish(ctx, chatEvents, 'run.parked', factOf(run));
  }

  override async ended(ctx: Ctx, run: Run, end: RunEnd): Promise<void> {
    await super.ended(ctx, run, end);
    await this.tellEnd(ctx, run, end);
  }

  async removed(ctx: Ctx, run: Run): Promise<void> {
    await this.tellEnd(ctx, run, { status: 'stopped' });
  }

  /** A due time whose run could not be started. */
  refused(ctx: Ctx, originId: string, error: string): void {
    const { userId } = ctx;
    publish(ctx, chatEvents, 'run.ended', { userId, originId, status: 'failed', error: error.slice(0, MAX_ERROR) });
  }

  private async tellEnd(ctx: Ctx, run: Run, end: Pick<RunEnd, 'status' | 'error'>): Promise<void> {
    const nano = await this.spendings.costOf(ctx.tx!, run.id);
    const acted = await this.ledger.hasCalls(ctx, run.id);
    const scripts = run.script ? await this.scripts.ofRun(ctx, run.id) : [];
    publish(ctx, chatEvents, 'run.ended', {
      ...factOf(run),
      status: end.status,
      scripts: scripts.map(toldOf),
      acted,
      error: end.error?.slice(0, MAX_ERROR) ?? '',
      ...(nano !== null && { costNano: BigInt(nano) }),
    });
  }
}

const factOf = ({ id: runId, originId, userId }: Pick<Run, 'id' | 'originId' | 'userId'>) => ({
  userId,
  originId,
  runId,
});
