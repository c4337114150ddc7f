/** The only way to start a run. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { RunWorker } from './control/worker.js';
import { RunPreparer, type RunStart } from './loop/run-preparer.js';
import { conversationIdOf } from './ports/snapshots.js';
import { type Conversations, shaping, Zofiles } from './ports/zofiles.js';
import type { RunZofile } from '../shapes/zofile.js';
import { RunStore } from './store/run-store.js';
import type { Run } from './store/runs.repository.js';

/** The idempotency key of a run: its origin, and the id of the request there. */
export type RequestKey = Pick<Run, 'origin' | 'originId'>;

export interface StartRun
  extends
    RunStart,
    Pick<Run, 'threadId' | 'messageId' | 'settings' | 'tools' | 'budget'>,
    Partial<Pick<Run, 'script' | 'rehearses'>> {
  /** The run that this one does a part of. */
  readonly parent?: Run;
}

export interface StartedRun {
  readonly run: Run;
  /** False if an earlier request with this key started the run; then nothing was written. */
  readonly created: boolean;
}

@Injectable()
export class RunStarter {
  @Inject(Zofiles) private readonly zofiles!: Zofiles;

  constructor(
    private readonly store: RunStore,
    private readonly worker: RunWorker,
    private readonly preparer: RunPreparer,
  ) {}

  /**
   * Starts a run for the user of `ctx`, once per key. `describe` runs in the transaction that inserts the run, so that
   * the origin's writes and the run are committed together. The run keeps the Zofile that is active in its
   * `conversations` now, or that of its parent; without these, it has none.
   */
  async startRun(
    ctx: Ctx,
    { conversations, ...key }: RequestKey & { readonly conversations?: Conversations },
    describe: (tx: Ctx, runId: string, zofile: RunZofile | null) => Promise<StartRun>,
  ): Promise<StartedRun> {
    if (ctx.tx) throw new Error('startRun opens its transaction itself: a run starts after the commit');
    const runId = crypto.randomUUID();
    const memory = conversations && this.preparer.early(ctx);
    const active = conversations ? await this.zofiles.active(ctx, conversations) : null;
    try {
      const { run, start, settings } = await this.worker.whileInserting(runId, () =>
        this.store.database.tx(ctx, async (tx) => {
          // Sent together: what the user has set is there with what the answer needs.
          const [start, settings] = await Promise.all([describe(tx, runId, active), this.preparer.settings(tx)]);
          const run = newRun(tx, { id: runId, ...key, zofile: start.parent?.zofile ?? active }, start);
          this.worker.insert(tx, run);
          return { run, start, settings };
        }),
      );
      this.worker.start(run, { seq: 1, parts: [] }, ({ signal }) =>
        this.preparer.prepare(run, { ...start, settings, memory }, signal),
      );
      return { run, created: true };
    } catch (error) {
      // The insert may have failed because an earlier request with this key started a run.
      const run = await this.store.database.read(ctx, (tx) => this.store.runs.byOrigin(tx, key)).catch(() => undefined);
      if (!run) throw error;
      return { run, created: false };
    }
  }
}

const newRun = (
  ctx: Ctx,
  { zofile, ...key }: RequestKey & Pick<Run, 'id' | 'zofile'>,
  { threadId, messageId, chosen, settings, tools, budget, parent, script = null, rehearses = null }: StartRun,
): Run => ({
  ...key,
  userId: ctx.userId,
  threadId,
  parentRunId: parent?.id ?? null,
  parentThreadId: parent ? conversationIdOf(parent) : null,
  messageId,
  status: 'running',
  model: chosen.entry.value,
  settings,
  zofile: shaping(chosen, zofile),
  tools,
  budget,
  script,
  rehearses,
  owner: ctx.owner,
  attempts: 1,
  stopRequested: false,
  undo: 'none',
  undoRunId: null,
  placed: [],
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  startedAt: new Date(),
});
