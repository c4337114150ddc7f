/** Talks to the agent inside a person's computer: typed calls over gRPC, bytes and websockets over HTTP/1.1. */
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import { ComputeService, type WakeResponse } from '@zo/proto/compute/v1';
import type { Ctx, TokenIssuer } from '@zo/auth';
import type { Cache } from '@zo/cache';
import { asCaller, isConnectionFault, isNotAnswering, serviceTransport } from '@zo/rpc';
import { Computer } from './computer.js';
import { explained } from './errors.js';
import { ANSWER_MS } from './limits.js';

export {
  AgentError,
  agentErrorOf,
  agentErrorOfAnswer,
  type AgentErrorReason,
  type CurrentFile,
  isAgentError,
} from './agent-error.js';
export { type AgentPath, fromAgentPath, toAgentPath } from './agent-path.js';
export { Computer, type ComputerAddress } from './computer.js';
export { computerErrors } from './errors.js';
export type { RawAnswer } from './raw.js';
export { amountSaid, textSaid, timeSaid } from './said.js';
export { isNotAnswering } from '@zo/rpc';

const GONE = 'computer:gone';

/** Tells every process that what listened there sleeps, has ended or is elsewhere. */
export const tellGone = (cache: Cache, userId: string, instance: string): Promise<void> =>
  cache.publish(GONE, `${userId} ${instance}`);

export interface ComputersOptions {
  /** Carries the news that a computer sleeps or is elsewhere. */
  readonly cache: Cache;
  /** How long a computer may be silent before it counts as not answering. */
  readonly answerMs?: number;
}

/** Finds, and wakes, the computer of the person who asks. */
export class Computers {
  private readonly known = new Map<string, Promise<Computer>>();
  private readonly compute: Client<typeof ComputeService>;
  private isFollowing = false;

  constructor(
    private readonly issuer: TokenIssuer,
    computeUrl: string | undefined,
    private readonly options: ComputersOptions,
  ) {
    this.compute = createClient(ComputeService, serviceTransport('compute', computeUrl));
  }

  /** The computer of `ctx.userId`, awake. Waits at most 25 s. @throws ConnectError Unavailable */
  open(ctx: Ctx): Promise<Computer> {
    const known = this.known.get(ctx.userId);
    if (known) return known;
    const opening = this.wake(ctx);
    this.remember(ctx.userId, opening);
    opening.catch(() => this.forget(ctx.userId));
    return opening;
  }

  private remember(userId: string, computer: Promise<Computer>): void {
    this.known.set(userId, computer);
    if (this.isFollowing) return;
    this.isFollowing = true;
    // A message that is lost costs the next call a connect timeout.
    void this.options.cache.subscribe(GONE, (message) => void this.forgetInstance(message));
  }

  private async forgetInstance(message: string): Promise<void> {
    const [userId = '', instance] = message.split(' ');
    const known = this.known.get(userId);
    const computer = await known?.catch(() => undefined);
    if (computer?.at.instance === instance && this.known.get(userId) === known) this.forget(userId);
  }

  /** The computer if it is awake already; never wakes it. */
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
   * Runs `work` on the computer; when nobody listens at the known address (it slept meanwhile), wakes it and runs
   * `work` once more. Only failures to connect are repeated, so nothing happens twice.
   */
  use<T>(ctx: Ctx, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.twice(ctx, work, isDialFailure);
  }

  /** Like `use`, for work that changes nothing: it is also run once more when the computer ended in the middle of it. */
  read<T>(ctx: Ctx, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.twice(ctx, work, (error) => isDialFailure(error) || (isBrokenOff(error) && !isNotAnswering(error)));
  }

  private async twice<T>(
    ctx: Ctx,
    work: (computer: Computer) => Promise<T>,
    again: (error: unknown) => boolean,
  ): Promise<T> {
    try {
      return await work(await this.open(ctx));
    } catch (error) {
      // Where it broke off once, the next has nothing to look for.
      if (isDialFailure(error) || isBrokenOff(error)) this.forget(ctx.userId);
      if (!again(error)) throw explained(error);
      return await work(await this.open(ctx)).catch((fault: unknown) => {
        if (isNotAnswering(fault)) this.forget(ctx.userId);
        if (!isDialFailure(fault)) throw explained(fault);
        this.forget(ctx.userId);
        throw new ConnectError('The computer cannot be reached.', Code.Unavailable, undefined, undefined, fault);
      });
    }
  }

  forget(userId: string): void {
    const gone = this.known.get(userId);
    this.known.delete(userId);
    gone?.then((computer) => computer.close()).catch(() => undefined);
  }

  private async wake(ctx: Ctx): Promise<Computer> {
    return this.computerAt(await this.compute.wake({}, await asCaller(this.issuer, 'compute', ctx)));
  }

  private computerAt({ computerId, address, instance, token }: WakeResponse): Computer {
    return new Computer({ computerId, address, instance, secret: token }, this.options.answerMs ?? ANSWER_MS);
  }
}

/** True when the error says that no connection was made at all. */
export function isDialFailure(error: unknown): boolean {
  for (
    let fault = error as (Partial<NodeJS.ErrnoException> & { cause?: unknown }) | undefined;
    typeof fault === 'object' && fault !== null;
    fault = fault.cause as typeof fault
  ) {
    const { code, syscall } = fault;
    if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'EHOSTUNREACH' || syscall === 'connect') return true;
  }
  return false;
}

/** True when the connection was lost before the answer was complete: what was asked for may have been done. */
function isBrokenOff(error: unknown): boolean {
  return (
    isConnectionFault(error) ||
    (error instanceof ConnectError && [Code.Aborted, Code.Canceled, Code.Unavailable].includes(error.code))
  );
}
