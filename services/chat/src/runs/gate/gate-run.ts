import type { Ctx } from '@zo/auth';
import type { RunLog } from '../store/event-writer.js';
import type { FileInView, Origin } from '../ports/origin.js';
import type { Run } from '../store/runs.repository.js';

/** What the gate knows of the run a call belongs to. */
export interface GateRun {
  readonly ctx: Ctx;
  readonly run: Run;
  readonly origin: Origin;
  readonly log: RunLog;
  readonly signal: AbortSignal;
  /** Names of the tools this run may use; of persona and conversation type. */
  readonly scope: ReadonlySet<string>;
  tainted: boolean;
  readonly inView: readonly FileInView[];
  calls: number;
  /** How often each (tool, arguments) was asked for. */
  readonly repeats: Map<string, number>;
}
