import type { ComputerSpec, RunningComputer } from '../host/spec.js';

export type { ComputerSpec, RunningComputer } from '../host/spec.js';

/** How a computer is right now. */
export type FoundComputer =
  { readonly state: 'awake'; readonly running: RunningComputer } | { readonly state: 'waking' | 'stopping' };

export interface Activity {
  /** Why it is not idle, in a few words; empty when it is. */
  readonly busyReason: string;
  /** Unix time in milliseconds. */
  readonly lastActiveMs: number;
}

/** One that can no longer be used. */
export interface GoneComputer {
  readonly id: string;
  /** Tells it from the next start of the same one. */
  readonly startedAt: number;
  /** It was stopped on purpose, by this process or by another; else it ended by itself. */
  readonly asked: boolean;
}

/** One that an administrator held, suspended or woke, or whose hold they lifted. */
export interface SteeredComputer {
  readonly userId: string;
  /** The same for all that hear of the same change. */
  readonly change: string;
  readonly by: string;
  readonly why: string;
  /** Reason of the hold, and what is wanted, from then on. */
  readonly hold: string;
  readonly mode: string;
}

/** What every process of compute hears, whoever of them did it. */
export interface DriverEvents {
  started(running: RunningComputer): void;
  gone(computer: GoneComputer): void;
  /** Of all that follow, this process alone is to do what can only be done once; until it follows no longer. */
  chosen(): void;
  /** Told until it resolves: then it is written down. */
  steered(computer: SteeredComputer): Promise<void>;
}

/**
 * The port to whatever runs computers: a sandboxed process of this machine, or a pod. Computers outlive this process;
 * `list` finds those that run already.
 */
export interface ComputerDriver {
  /** Starts a computer, or finds it running, and resolves when its agent answers. @throws Error with a sentence for people */
  start(spec: ComputerSpec): Promise<RunningComputer>;
  /** Lets everything in it end in order (agent.v1 Quiesce), then ends it; its files stay. One that does not run is fine. */
  stop(id: string): Promise<void>;
  list(): Promise<RunningComputer[]>;
  /** Shows those who administer computers what one does, where there is a place for it; rarely, and not when nothing changed. */
  note?(id: string, activity: Activity): Promise<void>;
  /** Undefined: it sleeps. */
  find(id: string): Promise<FoundComputer | undefined>;
  /** Calls back until the signal. Resolves when the connection is lost. */
  follow(events: DriverEvents, signal: AbortSignal): Promise<void>;
}

/** DI token of the port. */
export const COMPUTER_DRIVER = Symbol('computer driver');
