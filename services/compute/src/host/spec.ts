/** What a computer is to run with. Travels as JSON from compute to the host. */
export interface ComputerSpec {
  /** Identifies the computer for good; names its home folder. */
  readonly id: string;
  /** The person it belongs to. */
  readonly userId: string;
  /** Small and unique: its real user id is the base plus this. */
  readonly number: number;
  readonly handle: string;
  /** The person who runs this machine: the only one who may do without a sandbox. */
  readonly owner: boolean;
  /** 0: no limit of its own. */
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly diskBytes: number;
}

/** A computer whose agent answers. */
export interface RunningComputer {
  readonly id: string;
  /** `unix:/path` of the agent's socket, or `http://host:port`. */
  readonly address: string;
  /** What its agent accepts tokens for, and what they are signed with. */
  readonly instance: string;
  readonly secret: string;
  readonly startedAt: number;
  readonly sandboxed: boolean;
  /** Why there is no sandbox, or which limits could not be set; empty when all is as it should be. */
  readonly reason: string;
  /** Where compute puts the socket of this computer's way out; empty when the computer has its own. */
  readonly egressSocket: string;
}

/** What the host tells those who follow it, one as a line of JSON. */
export type HostEvent =
  | { readonly type: 'started'; readonly running: RunningComputer }
  | { readonly type: 'gone'; readonly id: string; readonly startedAt: number; readonly asked: boolean }
  | { readonly type: 'chosen' };

export interface ComputerHostOptions {
  readonly dataFolder: string;
  readonly socketPath: string;
  readonly agentBundle: string;
  readonly modulesFolder: string;
  readonly nodeBinary: string;
  /** The owner accepts to run without isolation where the kernel forbids it. */
  readonly unsandboxed: boolean;
  /** bubblewrap, by name or path. */
  readonly bwrap?: string;
  /** Script that makes the root file system; `null` keeps to the programs of this machine. */
  readonly imageBuilder?: string | null;
  /** Something failed that will be tried again. */
  readonly onError?: (error: unknown) => void;
}

export interface ComputerHost {
  close(): Promise<void>;
}

const ID = /^[0-9a-f-]{36}$/;
const HANDLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws when the specification is not one; it names folders, so nothing is taken on trust. */
export function checkSpec(value: unknown): ComputerSpec {
  const spec = value as ComputerSpec;
  const amounts = [spec?.memoryBytes, spec?.cpus, spec?.diskBytes];
  const sound =
    ID.test(spec?.id) &&
    HANDLE.test(spec.handle) &&
    Number.isInteger(spec.number) &&
    spec.number > 0 &&
    spec.number < 1_000_000 &&
    typeof spec.owner === 'boolean' &&
    amounts.every((amount) => typeof amount === 'number' && amount >= 0);
  if (!sound) throw new Error('not a computer specification');
  return spec;
}
