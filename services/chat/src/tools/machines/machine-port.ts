/** The machines of a user's own on which the assistant may ask to run commands. */
import type { Ctx } from '@zo/auth';
import type { Computer } from '@zo/computer-client';

export interface OwnMachine {
  readonly id: string;
  /** Unique among the machines of a list. */
  readonly name: string;
  readonly platform: 'linux' | 'macos';
}

export interface MachinePort {
  /** Those that are connected. */
  list(ctx: Ctx): Promise<OwnMachine[]>;
  /** Works with the agent of one. @throws ToolError with what to do if it cannot be reached */
  use<T>(ctx: Ctx, machine: OwnMachine, work: (agent: Computer) => Promise<T>): Promise<T>;
}
