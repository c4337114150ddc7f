import type { Ctx } from '@zo/auth';
import type { ScopedTools } from '../../tools/tool-registry.js';
import type { RunLog } from '../store/event-writer.js';
import type { SpendingLimit } from '../ports/spending-limit.js';
import type { FileInView, Origin } from '../ports/origin.js';
import type { Run } from '../store/runs.repository.js';

/** What the gate knows of the run a call belongs to. */
export interface GateRun {
  readonly ctx: Ctx;
  readonly run: Run;
  readonly origin: Origin;
  readonly log: RunLog;
  readonly signal: AbortSignal;
  readonly tools: ScopedTools;
  tainted: boolean;
  readonly inView: readonly FileInView[];
  readonly limit: SpendingLimit;
  /** How often each (tool, arguments) was asked for. */
  readonly repeats: Map<string, number>;
}
