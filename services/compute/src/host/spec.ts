import type { AgentProcess } from '@zo/agent-token/process';
import type { CommandBeginning, WayOutQuestion } from './way-out-questions.js';

/** What a computer is to run with. Sent as JSON from compute to the host. */
export interface ComputerSpec {
  /** Never changes; names the home folder. */
  readonly id: string;
  /** The user it belongs to. */
  readonly userId: string;
  /** Small and unique: its uid is the installation's base plus this. */
  readonly number: number;
  readonly handle: string;
  /** The user who runs this machine: the only one who may go without a sandbox. */
  readonly owner: boolean;
  /** 0: no limit. */
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly diskBytes: number;
}

/** A computer whose agent answers. */
export interface RunningComputer {
  readonly id: string;
  /** `unix:/path` of the agent's socket, or `http://host:port`. */
  readonly address: string;
  /** The instance that its agent accepts tokens for, and the key that signs them. */
  readonly instance: string;
  readonly secret: string;
  readonly startedAt: number;
  readonly sandboxed: boolean;
  /** Why there is no sandbox, or which limits could not be set; otherwise empty. */
  readonly reason: string;
  /** Path where compute creates the socket of this computer's egress proxy; empty when it has its own network. */
  readonly egressSocket: string;
  /** Whether its host can run commands without a way out. */
  readonly canClose: boolean;
  /** Whether its host can run commands on a copy of the home, too. Absent in hosts of earlier releases. */
  readonly canRehearse?: boolean;
  /** The agent's process on this machine. Absent in pods and in hosts of earlier releases. */
  readonly process?: AgentProcess;
}

/** Events that the host sends to its followers, each as a line of JSON. */
export type HostEvent =
  | { readonly type: 'started'; readonly running: RunningComputer }
  | { readonly type: 'gone'; readonly id: string; readonly startedAt: number; readonly asked: boolean }
  | { readonly type: 'chosen' }
  | { readonly type: 'asked'; readonly number: number; readonly question: WayOutQuestion };

export interface ComputerHostOptions {
  readonly dataFolder: string;
  readonly socketPath: string;
  readonly agentBundle: string;
  readonly modulesFolder: string;
  readonly nodeBinary: string;
  /** The owner accepts running without isolation where the kernel forbids it. */
  readonly unsandboxed: boolean;
  /** Name or path of bubblewrap. */
  readonly bwrap?: string;
  /** Script that builds the root file system; `null` uses the programs of this machine. */
  readonly imageBuilder?: string | null;
  /** Debian packages of that file system beside the usual ones. */
  readonly imagePackages?: readonly string[];
  /** How long a computer that is to be stopped may leave a ping unanswered; 5 s without it. */
  readonly pingTimeoutMs?: number;
  /** Called with errors of work that is retried. */
  readonly onError?: (error: unknown) => void;
}

export interface ComputerHost {
  close(): Promise<void>;
}

const ID = /^[0-9a-f-]{36}$/;
const MAX_GRANTS = 50;
const MAX_HOST = 253;
const HANDLE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @throws Error when the value is not the beginning of a command */
export function checkBeginning(value: unknown): CommandBeginning {
  const beginning = value as CommandBeginning;
  const isShort = (text: unknown, max: number) => typeof text === 'string' && text.length <= max;
  const sound =
    ID.test(beginning?.id) &&
    isShort(beginning.conversationId, 64) &&
    typeof beginning.closed === 'boolean' &&
    Array.isArray(beginning.grantedHosts) &&
    beginning.grantedHosts.length <= MAX_GRANTS &&
    beginning.grantedHosts.every((host) => isShort(host, MAX_HOST));
  if (!sound) throw new Error('not the beginning of a command');
  return beginning;
}

/** @throws Error when the value is not a specification; it names folders, so every field is checked. */
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
