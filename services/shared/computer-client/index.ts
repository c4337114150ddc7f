/** Talks to the agent in a user's computer: typed calls over gRPC, bytes and websockets over HTTP/1.1. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { ComputeService, type WakeResponse } from '@zo/proto/compute/v1';
import { type BegunCommand, type CommandEgress, egressFrom } from './egress.js';
import type { Ctx, TokenIssuer } from '@zo/auth';
import type { Cache } from '@zo/cache';
import { isMachineRoot, machineOf, type MachineRoot, type Root } from '@zo/proto/location';
import { asCaller, isConnectionError, isUnresponsive, serviceTransport } from '@zo/rpc';
import { isStopping } from './agent-error.js';
import { Computer } from './computer.js';
import { computerErrors, toServiceError } from './errors.js';
import { RESPONSE_TIMEOUT_MS } from './limits.js';

export {
  AgentError,
  agentErrorOf,
  agentErrorOfResponse,
  type AgentErrorReason,
  type CurrentFile,
  isAgentError,
  isStopping,
} from './agent-error.js';
export { type AgentPath, fromAgentPath, pathOnItsAgent, toAgentPath } from './agent-path.js';
export { type AgentCause, BY_USER, byAssistant, byCaller, IMPORTED_BY_USER } from './cause.js';
export { Computer, type ComputerAddress } from './computer.js';
export { computerErrors } from './errors.js';
export type { BegunCommand, CommandEgress, HostTraffic } from './egress.js';
export type { HeldUpload } from './held-upload.js';
export type { RawResponse } from './raw.js';
export { sanitiseAmount, sanitiseText, sanitiseTime } from './sanitise.js';
export { isUnresponsive } from '@zo/rpc';

type AnyRoot = Root | MachineRoot;

const STOPPED_CHANNEL = 'computer:gone';

/** Tells every process that this instance is asleep, has ended or has moved. */
export const announceStopped = (cache: Cache, userId: string, instance: string): Promise<void> =>
  cache.publish(STOPPED_CHANNEL, `${userId} ${instance}`);

export interface ComputersOptions {
  /** Carries the messages that a computer is asleep or has moved. */
  readonly cache: Cache;
  /** How long a computer may be silent before it counts as unreachable. */
  readonly responseTimeoutMs?: number;
  /** The same in calls whose work grows with the data on the disk; twenty times as long by default. */
  readonly longTimeoutMs?: number;
}

/** Finds the computer of the calling user, and wakes it if needed. */
export class Computers {
  private readonly known = new Map<string, Promise<Computer>>();
  private readonly machines = new Map<string, Computer>();
  private readonly compute: Client<typeof ComputeService>;
  private isFollowing = false;

  constructor(
    private readonly issuer: TokenIssuer,
    computeUrl: string | undefined,
    private readonly options: ComputersOptions,
  ) {
    this.compute = createClient(ComputeService, serviceTransport('compute', computeUrl));
  }

  /**
   * Returns the computer of `ctx.userId`, awake, or the agent of a machine of theirs. Waits at most 25 s. @throws
   * ConnectError Unavailable; computer.machine_unavailable, computer.machine_removed, computer.not_for_programs
   */
  async open(ctx: Ctx, root?: AnyRoot): Promise<Computer> {
    // Only its person reaches a machine like this; the assistant asks before each command (chat, tools/machines).
    if (root && isMachineRoot(root) && ctx.actor !== 'human') throw computerErrors.notForPrograms();
    if (root && isMachineRoot(root)) return this.openMachine(ctx, root);
    const known = this.known.get(ctx.userId);
    if (known) return known;
    const opening = this.wake(ctx);
    this.remember(ctx.userId, opening);
    opening.catch(() => this.forget(ctx.userId));
    return opening;
  }

  private remember(key: string, computer: Promise<Computer>): void {
    this.known.set(key, computer);
    if (this.isFollowing) return;
    this.isFollowing = true;
    // A lost message only costs the next call a connect timeout.
    void this.options.cache.subscribe(STOPPED_CHANNEL, (message) => void this.forgetInstance(message));
  }

  private async forgetInstance(message: string): Promise<void> {
    const [userId = '', instance] = message.split(' ');
    const known = this.known.get(userId);
    const computer = await known?.catch(() => undefined);
    if (computer?.at.instance === instance && this.known.get(userId) === known) this.forget(userId);
  }

  /** Returns the computer if it is awake; never wakes it. */
  async peek(ctx: Ctx): Promise<Computer | undefined> {
    const known = this.known.get(ctx.userId);
    if (known) return known;
    try {
      const computer = Promise.resolve(
        this.computerAt(await this.compute.wake({ onlyIfAwake: true }, await asCaller(this.issuer, 'compute', ctx))),
      );
      this.remember(ctx.userId, computer);
      return await computer;
    } catch (error) {
      if (ConnectError.from(error).code === Code.FailedPrecondition) return undefined;
      throw error;
    }
  }

  /**
   * Runs `work` on the computer. If the known address is unreachable, because the computer fell asleep, or refuses work
   * because it is about to, wakes it and runs `work` once more. Nothing else is retried, so nothing runs twice. `root`:
   * of a machine of the user to work there instead.
   */
  use<T>(ctx: Ctx, work: (computer: Computer) => Promise<T>, root?: AnyRoot): Promise<T> {
    return this.withRetry({ ctx, root }, work, (error) => isConnectFailure(error) || isStopping(error));
  }

  /** Like `use`, for work that changes nothing: also retried once if the connection to the computer broke midway. */
  read<T>(ctx: Ctx, work: (computer: Computer) => Promise<T>, root?: AnyRoot): Promise<T> {
    return this.withRetry(
      { ctx, root },
      work,
      (error) => isConnectFailure(error) || (isConnectionLost(error) && !isUnresponsive(error)),
    );
  }

  private async withRetry<T>(
    { ctx, root }: { ctx: Ctx; root: AnyRoot | undefined },
    work: (computer: Computer) => Promise<T>,
    again: (error: unknown) => boolean,
  ): Promise<T> {
    const key = keyOf(ctx, root);
    try {
      return await work(await this.open(ctx, root));
    } catch (error) {
      // After a broken connection the next call must look the computer up again.
      if (isConnectFailure(error) || isConnectionLost(error)) this.forget(key);
      if (!again(error)) throw toServiceError(error);
      return await work(await this.open(ctx, root)).catch((failure: unknown) => {
        if (isUnresponsive(failure)) this.forget(key);
        if (!isConnectFailure(failure)) throw toServiceError(failure);
        this.forget(key);
        throw new ConnectError('The computer cannot be reached.', Code.Unavailable, undefined, undefined, failure);
      });
    }
  }

  /**
   * Call before a command runs on the computer. Undefined where nobody sees what the computer sends and receives.
   * `closed`: it is to run without a way out, except to the granted hosts.
   */
  async beginCommand(
    ctx: Ctx,
    command: { commandId: string; conversationId: string; closed: boolean; grantedHosts: readonly string[] },
  ): Promise<BegunCommand | undefined> {
    const request = { ...command, grantedHosts: [...command.grantedHosts] };
    const begun = await this.orUnseen(async () =>
      this.compute.beginCommand(request, await asCaller(this.issuer, 'compute', ctx)),
    );
    if (!begun?.recorded) return undefined;
    const { proxyUser, proxyPassword, closedTicket } = begun;
    return { proxyUser, proxyPassword, closedTicket };
  }

  /** Call after it: what its way out saw. Undefined when that is not known. */
  async endCommand(ctx: Ctx, commandId: string): Promise<CommandEgress | undefined> {
    const ended = await this.orUnseen(async () =>
      this.compute.endCommand({ commandId }, await asCaller(this.issuer, 'compute', ctx)),
    );
    return ended?.recorded ? egressFrom(ended) : undefined;
  }

  /** Undefined from a compute service of an earlier release. */
  private async orUnseen<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (ConnectError.from(error).code === Code.Unimplemented) return undefined;
      throw error;
    }
  }

  /** `key`: the id of the user, for their computer. */
  forget(key: string): void {
    const stale = this.known.get(key);
    this.known.delete(key);
    stale?.then((computer) => computer.close()).catch(() => undefined);
    this.machines.get(key)?.close();
    this.machines.delete(key);
  }

  private async wake(ctx: Ctx): Promise<Computer> {
    return this.computerAt(await this.compute.wake({}, await asCaller(this.issuer, 'compute', ctx)));
  }

  /** Asks each time where it is: nobody tells when a machine goes away, and another may be at its address later. */
  private async openMachine(ctx: Ctx, root: MachineRoot): Promise<Computer> {
    const [key, machineId] = [keyOf(ctx, root), machineOf(root)];
    try {
      const asked = { machineId, byPerson: true };
      const { address, token } = await this.compute.openMachine(asked, await asCaller(this.issuer, 'compute', ctx));
      const known = this.machines.get(key);
      if (known?.at.address === address) return known;
      known?.close();
      const machine = this.computerAt({ computerId: machineId, instance: machineId, address, token });
      this.machines.set(key, machine);
      return machine;
    } catch (error) {
      const { code, rawMessage } = ConnectError.from(error);
      if (code !== Code.FailedPrecondition && code !== Code.NotFound) throw error;
      this.forget(key);
      const refusal = code === Code.NotFound ? computerErrors.machineRemoved : computerErrors.machineUnavailable;
      throw refusal({ reason: rawMessage }, { cause: error });
    }
  }

  private computerAt({
    computerId,
    address,
    instance,
    token,
    canClose = false,
    canRehearse = false,
    process,
    handle,
  }: Pick<WakeResponse, 'computerId' | 'address' | 'instance' | 'token'> &
    Partial<Pick<WakeResponse, 'canClose' | 'canRehearse' | 'process' | 'handle'>>): Computer {
    return new Computer(
      {
        computerId,
        address,
        instance,
        secret: token,
        canClose,
        canRehearse,
        ...(process && { process }),
        ...(handle && { handle }),
      },
      this.options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
      this.options.longTimeoutMs,
    );
  }
}

const keyOf = ({ userId }: Ctx, root: AnyRoot | undefined): string =>
  root && isMachineRoot(root) ? `${userId} ${root}` : userId;

/** Returns true if no connection was made at all. */
export function isConnectFailure(error: unknown): boolean {
  for (
    let failure = error as (Partial<NodeJS.ErrnoException> & { cause?: unknown }) | undefined;
    typeof failure === 'object' && failure !== null;
    failure = failure.cause as typeof failure
  ) {
    const { code, syscall } = failure;
    if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'EHOSTUNREACH' || syscall === 'connect') return true;
  }
  return false;
}

/**
 * Returns true if the connection was lost before the response was complete: the request may have been executed. A call
 * that its caller aborted is `Canceled`, and says nothing about the connection.
 */
function isConnectionLost(error: unknown): boolean {
  return (
    isConnectionError(error) || (error instanceof ConnectError && [Code.Aborted, Code.Unavailable].includes(error.code))
  );
}
