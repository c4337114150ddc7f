/** The port to what starts runs: chat today. It provides what the model is asked and hears what became of the run. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { ModelMessage } from 'ai';
import type { RunStatus } from '../../shapes/parts.js';
import type { Location } from '@zo/proto/location';
import type { Run, RunEnd } from '../store/runs.repository.js';

export interface FileInView {
  readonly path: Location;
  readonly hash?: string;
}

/** What a run begins with. */
export interface RunContext {
  /** Oldest first; the last is what is asked. */
  readonly messages: ModelMessage[];
  /** Whether the model is shown text from outside. */
  readonly tainted: boolean;
  /** Files the model is shown whole, with the hash they were shown at. */
  readonly inView: readonly FileInView[];
}

export interface ContextOptions {
  /** Context window of the model in tokens, where it is known. */
  readonly window: number | null;
  readonly signal: AbortSignal;
}

/** Methods that take `ctx` join its transaction: what they write and the step of the run become facts together. */
export interface Origin {
  /** As `runs.origin` stores it. */
  readonly name: string;
  context(run: Run, options: ContextOptions): Promise<RunContext>;
  /** The run was shown text from outside. */
  markTainted(ctx: Ctx, run: Run): Promise<void>;
  /** A call of the run wrote these files. */
  touched(ctx: Ctx, run: Run, paths: readonly Location[]): Promise<void>;
  ended(ctx: Ctx, run: Run, end: RunEnd): Promise<void>;
  undone(ctx: Ctx, run: Run): Promise<void>;
  /** Called after the commit; tells the user's devices. */
  announce(run: Run, change: { readonly status: RunStatus } | 'undone'): void;
}

@Injectable()
export class Origins {
  private readonly origins = new Map<string, Origin>();

  register(origin: Origin): void {
    if (this.origins.has(origin.name)) throw new Error(`the origin ${origin.name} is registered twice`);
    this.origins.set(origin.name, origin);
  }

  /** Runs of other origins belong to processes that know them. */
  get names(): string[] {
    return [...this.origins.keys()];
  }

  of({ origin }: Pick<Run, 'origin'>): Origin {
    const found = this.origins.get(origin);
    if (!found) throw new Error(`no origin ${origin} is registered`);
    return found;
  }
}
