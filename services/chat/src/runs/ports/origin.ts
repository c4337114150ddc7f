/**
 * The port to what starts runs, such as chat. An origin provides the context for the model and is informed about the
 * run's progress.
 */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { ModelMessage } from 'ai';
import type { Labels } from '../../shapes/labels.js';
import type { RunStatus } from '../../shapes/parts.js';
import type { Receipt } from '../../shapes/receipt.js';
import type { Location } from '@zo/proto/location';
import type { AskedKind } from '../../shapes/asked-kind.js';
import type { Run, RunEnd } from '../store/runs.repository.js';

export interface FileInView {
  readonly path: Location;
  readonly hash?: string;
}

/** The context a run starts with. */
export interface RunContext {
  /** Oldest first; the last is the request. */
  readonly messages: ModelMessage[];
  /** What the user typed, without files and pasted text. */
  readonly said: readonly string[];
  /** Addresses that a search found before, one a line. */
  readonly found?: readonly string[];
  /** What the model is shown, and what the conversation may reach. */
  readonly labels: Labels;
  /** The folder that the chat is about; undefined: the workspace. */
  readonly folder?: Location;
  /** Files shown to the model in full, with the hash of that content. */
  readonly inView: readonly FileInView[];
}

export interface Wait {
  readonly status: 'running' | 'waiting' | 'parked';
  /** What is asked, unless the run goes on. */
  readonly asked?: AskedApproval;
}

/** What a run waits for. */
export interface AskedApproval {
  /** The run that asks: the one that waits, or a part of it. */
  readonly runId: string;
  readonly approvalId: string;
  readonly argsHash: string;
  readonly kind: AskedKind;
  readonly until: Date;
}

export interface ContextOptions {
  /** Whether the model takes pictures. */
  readonly sees: boolean;
  readonly signal: AbortSignal;
}

/** Methods that take `ctx` join its transaction: their writes commit together with the step of the run. */
export interface Origin {
  /** Value of `runs.origin`. */
  readonly name: string;
  context(run: Run, options: ContextOptions): Promise<RunContext>;
  /** Called when the labels of the run are more than before. */
  label(ctx: Ctx, run: Run, labels: Labels): Promise<void>;
  /** Which of these threads were shown text of others, or are not known any more. */
  tainted(ctx: Ctx, threadIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called when a call of the run wrote these files. */
  touched(ctx: Ctx, run: Run, paths: readonly Location[]): Promise<void>;
  /** Called when the run begins to wait for its user, when it is left without a worker, and when it goes on. */
  waits?(ctx: Ctx, run: Run, wait: Wait): Promise<void>;
  ended(ctx: Ctx, run: Run, end: RunEnd): Promise<void>;
  /** Its thread is deleted with the run, so that it never ends. Called in that transaction, while both are there. */
  removed?(ctx: Ctx, run: Run): Promise<void>;
  /** Called when the run was undone, or its undoing was. */
  undone(ctx: Ctx, run: Run, undo: Receipt['undo']): Promise<void>;
  /** Called after the commit; notifies the user's devices. */
  announce(run: Run, change: { readonly status: RunStatus } | 'undone'): void;
}

@Injectable()
export class Origins {
  private readonly origins = new Map<string, Origin>();

  register(origin: Origin): void {
    if (this.origins.has(origin.name)) throw new Error(`the origin ${origin.name} is registered twice`);
    this.origins.set(origin.name, origin);
  }

  /** A process only takes over runs of the origins it knows. */
  get names(): string[] {
    return [...this.origins.keys()];
  }

  of({ origin }: Pick<Run, 'origin'>): Origin {
    const found = this.origins.get(origin);
    if (!found) throw new Error(`no origin ${origin} is registered`);
    return found;
  }
}
