/** The port through which a call gives a part of its run's work to a run of its own. */
import { Injectable } from '@nestjs/common';
import type { Labels } from '../../shapes/labels.js';
import type { GateRun } from './gate-run.js';
import type { WebSource } from '../../shapes/tool-result.js';
import type { CallRow } from '../store/ledger.repository.js';

export type SubRunKind = 'web_research' | 'deep_research' | 'perform_coding_task';

export interface SubRunTask {
  readonly kind: SubRunKind;
  /** In words, for the model that does it. */
  readonly request: string;
  /** Tells several tasks of one call apart. */
  readonly part: number;
}

export interface SubRunEnd {
  readonly answer: string;
  /** The pages of the web that it has read. */
  readonly sources: readonly WebSource[];
  /** Why it did not end well. */
  readonly error?: string;
  /** How many of its questions were not answered with yes. */
  readonly noes: number;
  /** What its model was shown. */
  readonly labels: Labels;
}

/** Starts the task, or goes on following it after a restart, and waits until it has ended. */
export type FollowSubRun = (at: GateRun, call: CallRow, task: SubRunTask) => Promise<SubRunEnd>;

@Injectable()
export class SubRuns {
  /** Set by the module: what follows a run depends on what runs it. */
  follow!: FollowSubRun;
}
