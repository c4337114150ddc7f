import type { ComputerSpec, RunningComputer } from '../host/spec.js';

export type { ComputerSpec, RunningComputer } from '../host/spec.js';

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
  /** Calls back for every computer that ends, for whatever reason, until the signal. Resolves when the connection is lost. */
  follow(onEnd: (id: string) => void, signal: AbortSignal): Promise<void>;
}

/** DI token of the port. */
export const COMPUTER_DRIVER = Symbol('computer driver');
