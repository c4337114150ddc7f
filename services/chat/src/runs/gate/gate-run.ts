import type { Ctx } from '@zo/auth';
import type { RunLog } from '../store/event-writer.js';
import type { Run } from '../store/runs.repository.js';
import type { HomePath } from '../../tools/paths.js';

/** What the gate knows of the run a call belongs to. */
export interface GateRun {
  readonly ctx: Ctx;
  readonly run: Run;
  readonly log: RunLog;
  readonly signal: AbortSignal;
  /** Names of the tools this run may use; of persona and conversation type. */
  readonly scope: ReadonlySet<string>;
  tainted: boolean;
  /** Files the message brought along, with the hash they were shown at. */
  readonly inView: readonly { path: HomePath; hash?: string }[];
  calls: number;
  /** How often each (tool, arguments) was asked for. */
  readonly repeats: Map<string, number>;
}
