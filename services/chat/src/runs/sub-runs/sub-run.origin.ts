/** The origin of runs that do a part of another run's work. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { logger } from '@zo/observability';
import type { Labels } from '../../shapes/labels.js';
import { type Part, type RunStatus, textOf } from '../../shapes/parts.js';
import type { Location } from '@zo/proto/location';
import { type Origin, Origins, type RunContext, type Wait } from '../ports/origin.js';
import { agentCtx } from '../store/agent-ctx.js';
import { RunStore } from '../store/run-store.js';
import type { Run, RunEnd } from '../store/runs.repository.js';
import { type SubRun, SubRunsRepository } from './sub-runs.repository.js';

const log = logger('chat:sub-runs');

export const SUB_RUN = 'sub-run';

export const contextOf = ({ request, said, found, labels }: Omit<SubRun, 'answer' | 'runId'>): RunContext => ({
  messages: [{ role: 'user', content: request }],
  said,
  found,
  labels,
  inView: [],
});

@Injectable()
export class SubRunOrigin implements Origin {
  readonly name = SUB_RUN;

  constructor(
    private readonly store: RunStore,
    private readonly subRuns: SubRunsRepository,
    private readonly origins: Origins,
  ) {}

  async context(run: Run): Promise<RunContext> {
    return contextOf(await this.store.database.read(agentCtx(run), (tx) => this.subRuns.byId(tx, run.id)));
  }

  /** The thread has what its parts were shown at once, because files that they write are known by the thread. */
  async label(ctx: Ctx, run: Run, labels: Labels): Promise<void> {
    await this.subRuns.addLabels(ctx, run.id, labels);
    const parent = await this.parentOf(ctx, run);
    await this.origins.of(parent).label(ctx, parent, labels);
  }

  /** Parts write as the thread of their run. */
  async tainted(ctx: Ctx, threadIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await Promise.all(
      this.origins.names
        .filter((name) => name !== SUB_RUN)
        .map((origin) => this.origins.of({ origin }).tainted(ctx, threadIds)),
    );
    return new Set(threadIds.filter((id) => found.every((tainted) => tainted.has(id))));
  }

  async touched(ctx: Ctx, run: Run, paths: readonly Location[]): Promise<void> {
    const parent = await this.parentOf(ctx, run);
    await this.origins.of(parent).touched(ctx, parent, paths);
  }

  async waits(ctx: Ctx, run: Run, wait: Wait): Promise<void> {
    const parent = await this.parentOf(ctx, run);
    await this.origins.of(parent).waits?.(ctx, parent, wait);
  }

  async ended(ctx: Ctx, run: Run, { parts }: RunEnd): Promise<void> {
    await this.subRuns.setAnswer(ctx, run.id, lastWords(parts));
  }

  /** Only the run that it is a part of can be undone. */
  async undone(): Promise<void> {}

  announce(run: Run, change: { readonly status: RunStatus } | 'undone'): void {
    if (change === 'undone' || (change.status !== 'waiting' && change.status !== 'running')) return;
    this.store.database
      .read(agentCtx(run), (tx) => this.parentOf(tx, run))
      .then((parent) => this.origins.of(parent).announce(parent, change))
      .catch((error: unknown) => log.warn({ error }, 'a question of a part was not announced'));
  }

  private async parentOf(ctx: Ctx, { id, parentRunId }: Run): Promise<Run> {
    const parent = parentRunId === null ? undefined : await this.store.runs.byId(ctx, parentRunId);
    if (!parent) throw new Error(`run ${id} is no part of another run`);
    return parent;
  }
}

/** What the model wrote after its last call; all of its words if it ended in the middle. */
function lastWords(parts: readonly Part[]): string {
  const lastCall = parts.findLastIndex(({ type }) => type === 'tool');
  return textOf(parts.slice(lastCall + 1)) || textOf(parts);
}
