/** The machines of a user's own on which the assistant may ask to run commands. */
import type { Ctx } from '@zo/auth';
import type { Computer } from '@zo/computer-client';

export interface OwnMachine {
  readonly id: string;
  /** What calls name it by, with a piece of its id: a yes must not hold for another machine that gets the same name. */
  readonly key: string;
  /** What its user calls it; its key if another one has this name. */
  readonly name: string;
  readonly platform: 'linux' | 'macos';
}

const KEY_LENGTH = 6;

/** `laptop #3f1c2a` */
export const keyOf = ({ id, name }: Pick<OwnMachine, 'id' | 'name'>): string => `${name} #${id.slice(0, KEY_LENGTH)}`;

export const nameIn = (key: string): string => key.replace(/ #[\da-f]{6}$/, '');

export interface MachinePort {
  /** Those that are connected. */
  list(ctx: Ctx): Promise<OwnMachine[]>;
  /** Works with the agent of one. @throws ToolError with what to do if it cannot be reached */
  use<T>(ctx: Ctx, machine: OwnMachine, work: (agent: Computer) => Promise<T>): Promise<T>;
}
