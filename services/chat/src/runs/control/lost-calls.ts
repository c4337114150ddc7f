/** Calls whose worker died before it knew what they had brought: files that they wrote may hold text of others. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { NO_LABELS, withSources } from '../../shapes/labels.js';
import { sourcesOfLost } from '../gate/facts.js';
import { RunPorts } from '../ports/run-ports.js';
import type { CallRow } from '../store/ledger.repository.js';
import type { Run } from '../store/runs.repository.js';

@Injectable()
export class LostCalls {
  constructor(private readonly ports: RunPorts) {}

  /** Call before anything is shown to a model that may read such a file. */
  async label(ctx: Ctx, run: Run, calls: readonly CallRow[]): Promise<void> {
    const lost = calls.filter(({ decision, startedAt }) => decision === 'unknown_outcome' && startedAt !== null);
    const sources = sourcesOfLost(lost.map(({ tool }) => this.ports.tools.get(tool)?.class));
    if (sources.length > 0) await this.ports.origins.of(run).label(ctx, run, withSources(NO_LABELS, sources));
  }
}
