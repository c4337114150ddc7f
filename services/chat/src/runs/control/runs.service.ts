import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import type { ApprovalAnswer } from '../../shapes/parts.js';
import type { z } from 'zod';
import { errors } from '@zo/errors';
import type { contextReceipt } from '../../shapes/context-receipt.js';
import { stepsOf } from '../store/run-steps.repository.js';
import type { RunStatus } from '../../shapes/parts.js';
import { Approvals, type Decided } from '../gate/approvals.js';
import { Origins } from '../ports/origin.js';
import { RunChannels } from '../store/run-channels.js';
import { eventsAfter, type StoredEvent } from '../store/run-events.repository.js';
import { RunStore } from '../store/run-store.js';
import type { RunInput } from '../store/run-inputs.repository.js';
import type { Run } from '../store/runs.repository.js';

@Injectable()
export class RunsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly channels: RunChannels,
    private readonly approvals: Approvals,
    private readonly origins: Origins,
  ) {}

  /** Returns the unfinished run of a thread, with its events so far. */
  async activeIn(ctx: Ctx, threadId: string): Promise<{ run?: Run; events: StoredEvent[] }> {
    return this.store.database.read(ctx, async (tx) => {
      const run = await this.store.runs.activeIn(tx, threadId);
      return { run, events: run ? await eventsAfter(tx, run.id) : [] };
    });
  }

  /** What the user said in a thread that no run has begun on. */
  queuedIn(ctx: Ctx, threadId: string): Promise<RunInput[]> {
    return this.store.database.read(ctx, (tx) => this.store.inputs.waiting(tx, threadId));
  }

  /** What the model was sent for each step of an answer. Steps of earlier releases are left out. */
  async context(ctx: Ctx, id: string): Promise<z.infer<typeof contextReceipt>> {
    return this.store.database.read(ctx, async (tx) => {
      const run = await this.store.runs.byId(tx, id);
      if (!run) throw errors.notFound();
      const steps = (await stepsOf(tx, id)).flatMap(({ step, inputTokens, outputTokens, context }) =>
        context ? [{ step, input_tokens: inputTokens, output_tokens: outputTokens, parts: [...context] }] : [],
      );
      return { model: run.model, steps };
    });
  }

  /** A picture that a call of the run has answered: a JPEG. */
  async picture(ctx: Ctx, id: string, pictureId: string): Promise<Buffer> {
    const bytes = await this.store.database.read(ctx, (tx) =>
      this.store.pictures.first(tx, { runId: id, callId: pictureId }),
    );
    if (!bytes) throw errors.notFound();
    return bytes;
  }

  /** Requests a stop; a run that has ended is not changed. The request is stored first, so that it survives a crash. */
  async stop(ctx: Ctx, id: string): Promise<{ status: RunStatus }> {
    const status = await this.store.database.tx(ctx, (tx) =>
      this.store.parking.unpark(tx, id, () => this.store.runs.requestStop(tx, id)),
    );
    if (!status) throw errors.notFound();
    if (status === 'running' || status === 'waiting') await this.cancel(id);
    return { status };
  }

  /**
   * Called in the transaction that deletes a thread, before it does: the origin of its unfinished run is told.
   * @returns the id of that run, which is cancelled after the commit
   */
  async leave(ctx: Ctx, threadId: string): Promise<string | undefined> {
    const run = await this.store.runs.lockActiveIn(ctx, threadId);
    if (run) await this.origins.of(run).removed?.(ctx, run);
    return run?.id;
  }

  /** Stops a run whose rows are already deleted. */
  cancel(id: string): Promise<void> {
    return Promise.all([this.channels.requestStop(id), this.channels.publishUnparked(id)]).then(() => undefined);
  }

  async decide(ctx: Ctx, id: string, answer: Decided): Promise<{ decision: ApprovalAnswer }> {
    requirePerson(ctx);
    const run = await this.store.database.read(ctx, (tx) => this.store.runs.byId(tx, id));
    if (!run) throw errors.notFound();
    await this.approvals.decide(ctx, id, answer);
    return { decision: answer.decision };
  }
}
