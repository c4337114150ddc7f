import type {
  BegunCommand,
  CommandBeginning,
  CommandEgress,
  WayOutAnswer,
  WayOutQuestion,
} from '../host/way-out-questions.js';
import type { ComputerSpec, RunningComputer } from '../host/spec.js';

export type {
  BegunCommand,
  CommandBeginning,
  CommandEgress,
  WayOutAnswer,
  WayOutQuestion,
} from '../host/way-out-questions.js';
export type { ComputerSpec, RunningComputer } from '../host/spec.js';

/** How a computer is right now. */
export type FoundComputer =
  { readonly state: 'awake'; readonly running: RunningComputer } | { readonly state: 'waking' | 'stopping' };

export interface Activity {
  /** Why it is not idle, in a few words; empty when idle. */
  readonly busyReason: string;
  /** Unix time in milliseconds. */
  readonly lastActiveMs: number;
}

/** A computer that can no longer be used. */
export interface GoneComputer {
  readonly id: string;
  /** Distinguishes this run from the next start of the same computer. */
  readonly startedAt: number;
  /** True when this or another process stopped it on purpose; false when it ended by itself. */
  readonly asked: boolean;
}

/** A computer that an administrator held, suspended or woke, or whose hold was lifted. */
export interface AdministratorChange {
  readonly userId: string;
  /** Id of the change, the same in every process that reports it. */
  readonly change: string;
  readonly by: string;
  readonly why: string;
  /** Reason of the hold, and operating mode, after the change. */
  readonly hold: string;
  readonly mode: string;
}

/** Events that every process of compute receives, whichever process caused them. */
export interface DriverEvents {
  started(running: RunningComputer): void;
  gone(computer: GoneComputer): void;
  /** Of all followers this process alone does the work that must be done once, until it stops following. */
  chosen(): void;
  /** The chosen process is asked about the ways out that it has. */
  asked(question: WayOutQuestion): Promise<WayOutAnswer>;
  /** Repeated until it resolves: then the change is written down. */
  changedByAdministrator(computer: AdministratorChange): Promise<void>;
}

/**
 * The port to what runs computers: sandboxed processes of this machine, or pods. Computers outlive this process; `list`
 * finds those that run already.
 */
export interface ComputerDriver {
  /** Starts a computer, or finds it running; resolves when its agent answers. @throws Error with a message for users */
  start(spec: ComputerSpec): Promise<RunningComputer>;
  /**
   * Lets everything in it end in order (agent.v1 Quiesce), then ends it; its files stay. Does nothing if it does not
   * run.
   */
  stop(id: string): Promise<void>;
  list(): Promise<RunningComputer[]>;
  /** Shows administrators what a computer does, where the driver has a place for it; rarely, and only what changed. */
  note?(id: string, activity: Activity): Promise<void>;
  /**
   * Begins to record what goes out of a computer, where the driver sees it. Undefined when the computer does not run or
   * is not seen.
   */
  beginCommand?(id: string, beginning: CommandBeginning): Promise<BegunCommand | undefined>;
  /** Undefined when nothing is known about the command. */
  endCommand?(id: string, commandId: string): Promise<CommandEgress | undefined>;
  /** How many computers may not write because their homes cannot be counted, where the driver keeps the quota. */
  uncounted?(): Promise<number>;
  /** Undefined when the computer sleeps. */
  find(id: string): Promise<FoundComputer | undefined>;
  /** Reports events until the signal aborts. Resolves when the connection is lost. */
  follow(events: DriverEvents, signal: AbortSignal): Promise<void>;
}

/** DI token of the port. */
export const COMPUTER_DRIVER = Symbol('computer driver');
