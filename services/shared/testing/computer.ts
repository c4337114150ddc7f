/** Starts real agents on temporary homes, found through the same RPC that the compute service offers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComputeService } from '@zo/proto/compute/v1';
import { Code, ConnectError } from '@connectrpc/connect';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import type { AgentIdentity } from '@zo/agent-token';
import { type AgentProcess, startTimeOf } from '@zo/agent-token/process';
import { TokenVerifier } from '@zo/auth';
import type { Platform } from '@zo/bootstrap';
import { Computer } from '@zo/computer-client';
import { hostLocally, rpcCtx } from '@zo/rpc';
import { agentBundle } from './agent-bundle.js';
import { eventually } from './eventually.js';

/** Where an agent listens, and what it is known by. */
export interface ComputerAt extends AgentIdentity {
  readonly address: string;
  /** Of its user; 'ada' by default. */
  readonly handle?: string;
  /** Given to services that may open the files which this process holds. */
  readonly agentProcess?: AgentProcess;
}

export interface TestComputer extends ComputerAt {
  readonly home: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts an agent without sandbox on an empty home. It ends with this process. `environment`: more of its settings. */
export async function startTestComputer(environment: Record<string, string> = {}): Promise<TestComputer> {
  const folder = mkdtempSync(join(tmpdir(), 'zo-agent-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  const socket = join(folder, 'agent.sock');
  const identity = { instance: crypto.randomUUID(), secret: crypto.randomUUID() };
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    HOME: home,
    ZO_HOME: home,
    ZO_AGENT_SOCKET: socket,
    ZO_AGENT_INSTANCE: identity.instance,
    ZO_AGENT_SECRET: identity.secret,
    ZO_ENDS_WITH_INPUT: 'yes',
    ...environment,
  };
  const child = spawn(process.execPath, [await agentBundle()], { env, stdio: ['pipe', 'inherit', 'inherit'] });
  const address = `unix:${socket}`;
  const probe = new Computer({ computerId: 'test', address, ...identity });
  await eventually(() => probe.system.info({}).then(() => true));
  probe.close();
  return {
    home,
    address,
    ...identity,
    process: child,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
      removeFolder(folder);
    },
  };
}

/** The agent, as the kernel of this machine knows it. */
export const agentProcessOf = ({ process: { pid }, home }: TestComputer): AgentProcess => ({
  pid: pid!,
  startTime: startTimeOf(pid!),
  uid: process.getuid!(),
  device: String(statSync(home, { bigint: true }).dev),
});

/** A connected machine of a user's own, on which the assistant may ask to run commands. */
export interface HostedMachine {
  readonly name: string;
  /** Its instance is its id. */
  readonly at: ComputerAt;
  /** Why it cannot be opened. */
  readonly refusal?: string;
}

/** Answers like the compute service: `computers` and `machines` are running agents by user id. */
export function hostComputers(
  platform: Platform,
  computers: ReadonlyMap<string, ComputerAt>,
  machines: ReadonlyMap<string, readonly HostedMachine[]> = new Map(),
): void {
  hostLocally(
    'compute',
    (router) =>
      router.service(ComputeService, {
        wake: (_request, context) => {
          const userId = context.values.get(rpcCtx)?.userId ?? '';
          const computer = computers.get(userId);
          if (!computer) throw new ConnectError('no computer', Code.Unavailable);
          const { address, instance, secret: token, agentProcess: process, handle = 'ada' } = computer;
          return { computerId: userId, address, instance, token, handle, ...(process && { process }) };
        },
        listMachines: (_request, { values }) => ({
          machines: (machines.get(values.get(rpcCtx)?.userId ?? '') ?? []).map(({ at, name }) => ({
            id: at.instance,
            name,
            platform: 'linux',
            folder: '/',
          })),
        }),
        openMachine: ({ machineId }, { values }) => {
          const machine = machines.get(values.get(rpcCtx)?.userId ?? '')?.find(({ at }) => at.instance === machineId);
          if (!machine) throw new ConnectError('This machine is not paired any more.', Code.NotFound);
          if (machine.refusal) throw new ConnectError(machine.refusal, Code.FailedPrecondition);
          return { address: machine.at.address, token: machine.at.secret };
        },
      }),
    new TokenVerifier('compute', platform.keys),
  );
}
