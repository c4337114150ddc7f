/** The only way to start a run. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { Location } from '@zo/proto/location';
import type { ChosenModel } from '../models/models.service.js';
import { RunWorker } from './control/worker.js';
import { RunPreparer, type RunStart } from './loop/run-preparer.js';
import { Surroundings } from './loop/surroundings.js';
import { conversationIdOf } from './ports/snapshots.js';
import { type Conversations, shaping, Zofiles } from './ports/zofiles.js';
import { RunStore } from './store/run-store.js';
import type { Run } from './store/runs.repository.js';

/** The idempotency key of a run: its origin, and the id of the request there. */
export type RequestKey = Pick<Run, 'origin' | 'originId'>;

/** What a run depends on, as it was before the run. */
export interface FoundBefore {
  readonly chosen: ChosenModel;
  /** The run that this one does a part of. */
  readonly parent?: Run;
  /** The folder that the chat is about; undefined: the workspace. */
  readonly folder?: Location;
}

export interface StartRun
  extends
    Pick<RunStart, 'context'>,
    Pick<Run, 'threadId' | 'messageId' | 'settings' | 'tools' | 'budget'>,
    Partial<Pick<Run, 'script' | 'rehearses'>> {}

/** What is known of a run while it is written. */
export interface NewRun extends Pick<Run, 'id' | 'zofile'> {
  /** Whether it is to be shown what is remembered. */
  readonly isPrivate: boolean;
}

/** How an origin starts a run. */
export interface Starting<T extends FoundBefore> {
  /** Reads with the settings of the user, beside the persona. Sends all its statements at once. */
  read(tx: Ctx): Promise<T>;
  /**
   * Writes in the transaction that inserts the run, so that both are committed together.
   * @throws OutdatedError if what was read has changed
   */
  write(tx: Ctx, found: T, run: NewRun): StartRun | Promise<StartRun>;
}

export interface StartedRun {
  readonly run: Run;
  /** False if an earlier request with this key started the run; then nothing was written. */
  readonly created: boolean;
}

const MAX_ATTEMPTS = 3;

/** What an origin has read is not so any more: all of it is read again. */
export class OutdatedError extends Error {}

@Injectable()
export class RunStarter {
  @Inject(Zofiles) private readonly zofiles!: Zofiles;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly worker: RunWorker,
    private readonly preparer: RunPreparer,
    private readonly surroundings: Surroundings,
  ) {}

  /**
   * Starts a run for the user of `ctx`, once per key. The run keeps the Zofile that is active in its `conversations`
   * now, or that of its parent; without these, it has none.
   */
  async startRun<T extends FoundBefore>(
    ctx: Ctx,
    { conversations, ...key }: RequestKey & { readonly conversations?: Conversations },
    starting: Starting<T>,
  ): Promise<StartedRun> {
    if (ctx.tx) throw new Error('startRun opens its transactions itself: a run starts after the commit');
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          return { run: await this.start(ctx, { conversations, ...key }, starting), created: true };
        } catch (error) {
          if (!(error instanceof OutdatedError) || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    } catch (error) {
      // The insert may have failed because an earlier request with this key started a run.
      const run = await this.store.database.read(ctx, (tx) => this.store.runs.byOrigin(tx, key)).catch(() => undefined);
      if (!run) throw error;
      return { run, created: false };
    }
  }

  private async start<T extends FoundBefore>(
    ctx: Ctx,
    { conversations, ...key }: RequestKey & { readonly conversations?: Conversations },
    starting: Starting<T>,
  ): Promise<Run> {
    const id = crypto.randomUUID();
    const askedAt = performance.now();
    const home = conversations && this.surroundings.earlyHome(ctx);
    const [active, [found, settings, stored]] = await Promise.all([
      conversations ? this.zofiles.active(ctx, conversations) : null,
      // Sent together: what the user has set is there with what the answer needs.
      this.store.database.readAtOnce(ctx, (tx) =>
        Promise.all([starting.read(tx), this.surroundings.settings(tx), this.surroundings.stored(tx)]),
      ),
    ]);
    const zofile = found.parent?.zofile ?? active;
    const isPrivate = this.surroundings.remembers({ ...found, settings, stored, zofile });
    const { run, start, around } = await this.worker.whileInserting(id, () =>
      this.store.database.tx(ctx, async (tx) => {
        const start = await starting.write(tx, found, { id, zofile, isPrivate });
        const run = newRun(tx, { id, ...key, zofile }, { ...found, ...start });
        this.worker.insert(tx, run);
        // Asked for while the run is committed; no model is asked before.
        const around = this.surroundings.of(run, { ...found, memory: home && { home, stored } });
        around.catch(() => undefined);
        return { run, start, around };
      }),
    );
    const prepared = { ...start, chosen: found.chosen, early: { settings, around, askedAt } };
    this.worker.start(run, { seq: 1, parts: [] }, ({ signal }) => this.preparer.prepare(run, prepared, signal));
    return run;
  }
}

const newRun = (
  ctx: Ctx,
  { zofile, ...key }: RequestKey & Pick<Run, 'id' | 'zofile'>,
  {
    threadId,
    messageId,
    chosen,
    settings,
    tools,
    budget,
    parent,
    script = null,
    rehearses = null,
  }: StartRun & FoundBefore,
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
