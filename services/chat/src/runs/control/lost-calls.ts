/** Calls whose worker died before it knew what they had brought: files that they wrote may hold text of others. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Computers } from '@zo/computer-client';
import { NO_LABELS, withSources } from '../../shapes/labels.js';
import type { Part } from '../../shapes/parts.js';
import { sourcesOfLost } from '../gate/facts.js';
import { RunPorts } from '../ports/run-ports.js';
import { agentCtx } from '../store/agent-ctx.js';
import type { CallRow } from '../store/ledger.repository.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';

const isLost = ({ decision, startedAt }: CallRow): boolean => decision === 'unknown_outcome' && startedAt !== null;
/** How parts of an answer say that it is not known what a call did. */
const LOST_CODES: ReadonlySet<string | undefined> = new Set(['unknown_outcome', 'stopped']);

@Injectable()
export class LostCalls {
  constructor(
    private readonly ports: RunPorts,
    private readonly computers: Computers,
    private readonly store: RunStore,
  ) {}

  /** Whether the computer of the run can close the way out of commands; false while it sleeps. */
  private async isStrict(run: Run): Promise<boolean> {
    const computer = await this.computers.peek(agentCtx(run)).catch(() => undefined);
    return computer?.at.canClose ?? false;
  }

  /** Asked before the end of a run, whose transaction waits for no computer. */
  async isStrictIfLost(run: Run, parts: readonly Part[]): Promise<boolean> {
    const isLostPart = (part: Part) =>
      part.type === 'tool' && part.result?.type === 'error' && LOST_CODES.has(part.result.code);
    return parts.some(isLostPart) && (await this.isStrict(run));
  }

  /** Call before anything is shown to a model that may read such a file. */
  async label(
    ctx: Ctx,
    run: Run,
    { calls, isStrict }: { calls: readonly CallRow[]; isStrict: boolean },
  ): Promise<void> {
    const sources = calls.filter(isLost).flatMap(({ tool, args }) => {
      const toolClass = this.ports.tools.get(tool)?.class;
      return sourcesOfLost({ toolClass, args }, isStrict);
    });
    if (sources.length > 0) await this.ports.origins.of(run).label(ctx, run, withSources(NO_LABELS, sources));
  }

  /** The same for a run that is resumed. */
  async labelResumed(run: Run, calls: readonly CallRow[]): Promise<void> {
    if (!calls.some(isLost)) return;
    const isStrict = await this.isStrict(run);
    await this.store.database.tx(agentCtx(run), (ctx) => this.label(ctx, run, { calls, isStrict }));
  }
}
