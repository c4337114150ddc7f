import type { Ctx } from '@zo/auth';
import type { Location } from '@zo/proto/location';
import type { ScopedTools } from '../../tools/tool-registry.js';
import type { RunLog } from '../store/event-writer.js';
import type { Expense, Refusal, SpendingLimit } from '../ports/spending-limit.js';
import type { SkillsInUse } from './skills-in-use.js';
import type { KnownAddresses } from './known-addresses.js';
import type { FileInView, Origin } from '../ports/origin.js';
import type { Labels } from '../../shapes/labels.js';
import type { OpenMedia } from '../../media/media-models.service.js';
import type { PricedSearch } from '../../search/search-uses.js';
import type { TrustMode } from '../../trust-modes/trust-mode.js';
import type { Run } from '../store/runs.repository.js';

/** A request to the model of a run beside its steps. */
export interface AskedModel {
  readonly expense: Expense;
  readonly instructions: string;
  readonly text: string;
}

/** The run a call belongs to, as the gate sees it. */
export interface GateRun {
  readonly ctx: Ctx;
  readonly run: Run;
  readonly origin: Origin;
  readonly log: RunLog;
  readonly signal: AbortSignal;
  /** Scripts of a routine have one more. */
  tools: ScopedTools;
  /** The web search of the user. */
  readonly search: PricedSearch | undefined;
  readonly media: OpenMedia;
  /** Whether the model takes pictures. */
  readonly sees: boolean;
  readonly addresses: KnownAddresses;
  /** How much its persona asks. */
  readonly mode: TrustMode;
  /** What programs are made of that the computer starts by itself. */
  readonly programs: readonly Location[];
  labels: Labels;
  /** Hosts that the user lets the next command reach. */
  readonly once: Set<string>;
  /** How often the user said no, or did not answer. */
  noes: number;
  /** Resolves when the files before the first effect are kept. */
  snapshot?: Promise<void>;
  readonly inView: readonly FileInView[];
  readonly limit: SpendingLimit;
  /** Asks the model of the run beside its steps. @throws the model's error */
  readonly askModel: (request: AskedModel) => Promise<{ readonly text: string } | Refusal>;
  /** Number of requests of each (tool, arguments). */
  readonly repeats: Map<string, number>;
  /** What the skills that the answer has read leave it. */
  readonly skills: SkillsInUse;
}
