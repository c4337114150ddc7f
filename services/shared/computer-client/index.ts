/** Talks to the agent inside a person's computer: typed calls over gRPC, bytes and websockets over HTTP/1.1. */
import { type Client, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import { ComputerService, FileService, ProcessService, TerminalService } from '@zo/proto/agent/v1';
import { ComputeService, type WakeResponse } from '@zo/proto/compute/v1';
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { type AgentIdentity, AgentTokenIssuer } from '../agent-token/index.js';
import type { Ctx, TokenIssuer } from '../auth/index.js';
import type { Cache } from '../cache/index.js';
import {
  asCaller,
  type GrpcConnection,
  grpcConnection,
  isConnectionFault,
  serviceTransport,
  socketOf,
  traceCalls,
} from '../rpc/index.js';
import { DialAgent, inBlocks } from '../streams/index.js';
import { type RawAnswer, rawRequest } from './raw.js';

export {
  AgentError,
  agentErrorOf,
  agentErrorOfAnswer,
  type AgentErrorReason,
  type CurrentFile,
  isAgentError,
} from './agent-error.js';
export type { RawAnswer };

/** Where an agent listens, and which one is meant. */
export interface ComputerAddress extends AgentIdentity {
  readonly computerId: string;
  /** `unix:/path` or `http://host:port`. */
  readonly address: string;
}

export class Computer {
  readonly files: Client<typeof FileService>;
  readonly processes: Client<typeof ProcessService>;
  readonly terminals: Client<typeof TerminalService>;
  readonly system: Client<typeof ComputerService>;
  private readonly agent = new DialAgent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8 });
  private readonly tokens: AgentTokenIssuer;
  private readonly connection: GrpcConnection;

  constructor(readonly at: ComputerAddress) {
    this.tokens = new AgentTokenIssuer(at);
    const bearer: Interceptor = (next) => async (request) => {
      request.header.set('authorization', await this.tokens.bearer());
      return next(request);
    };
    this.connection = grpcConnection(at.address, [traceCalls, bearer]);
    const { transport } = this.connection;
    this.files = createClient(FileService, transport);
    this.processes = createClient(ProcessService, transport);
    this.terminals = createClient(TerminalService, transport);
    this.system = createClient(ComputerService, transport);
  }

  get id(): string {
    return this.at.computerId;
  }

  /** Options of node:http for a path of the agent, e.g. for piping an upgraded socket. */
  async requestOptions(path: string): Promise<RequestOptions> {
    const headers = { authorization: await this.tokens.bearer(), host: 'agent' };
    const socketPath = socketOf(this.at.address);
    if (socketPath) return { socketPath, path, headers };
    const { hostname, port } = new URL(this.at.address);
    return { hostname, port, path, headers };
  }

  /** Sends a request with an optional streamed body; resolves with the response, whose body has to be consumed. */
  async fetch(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: Readable | Buffer | string; signal?: AbortSignal } = {},
  ): Promise<IncomingMessage> {
    // Whoever counts its bytes has made it flow: nothing may pass before there is somewhere to go.
    if (options.body instanceof Readable) options.body.pause();
    const base = await this.requestOptions(path);
    return new Promise((resolve, reject) => {
      const headers = { ...(base.headers as Record<string, string>), ...options.headers };
      const outgoing = httpRequest({ ...base, method, headers, agent: this.agent, signal: options.signal }, resolve);
      outgoing.on('error', reject);
      const { body } = options;
      if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return void outgoing.end(body);
      let sent = 0;
      const send = (block: Buffer) => {
        sent += block.length;
        return new Promise<void>((taken, failed) =>
          outgoing.write(block, (error) => (error ? failed(error) : taken())),
        );
      };
      const end = () => {
        const said = headers['content-length'];
        if (said !== undefined && Number(said) !== sent)
          throw new Error(`the body has ${sent} bytes instead of ${said}`);
        outgoing.end();
      };
      // A client that went away, or sent less than it said, must not leave a half-sent chunk open.
      inBlocks(body, send)
        .then(end)
        .catch((error: Error) => outgoing.destroy(error));
    });
  }

  /** Asks for bytes of a file: the way for everything large. @throws when nobody listens */
  async raw(method: 'GET' | 'HEAD', path: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
    const { socketPath, hostname, port, headers: own } = await this.requestOptions(path);
    const target = socketPath ? { path: socketPath } : { host: hostname!, port: Number(port) };
    return rawRequest(target, { method, path, headers: { ...(own as Record<string, string>), ...headers } });
  }

  /** Calls under way come to their end. */
  close(): void {
    this.agent.destroy();
    this.connection.close();
  }
}

const GONE = 'computer:gone';

/** Tells every process that what listened there sleeps, has ended or is elsewhere. */
export const tellGone = (cache: Cache, userId: string, instance: string): Promise<void> =>
  cache.publish(GONE, `${userId} ${instance}`);

/** Finds, and wakes, the computer of the person who asks. */
export class Computers {
  private readonly known = new Map<string, Promise<Computer>>();
  private readonly compute: Client<typeof ComputeService>;
  private isFollowing = false;

  constructor(
    private readonly issuer: TokenIssuer,
    computeUrl: string | undefined,
    private readonly cache: Cache,
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
    void this.cache.subscribe(GONE, (message) => void this.forgetInstance(message));
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
        computerAt(await this.compute.wake({ onlyIfAwake: true }, await asCaller(this.issuer, 'compute', ctx))),
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
    return this.twice(ctx, work, (error) => isDialFailure(error) || isBrokenOff(error));
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
      if (!again(error)) throw error;
      return await work(await this.open(ctx)).catch((fault: unknown) => {
        if (!isDialFailure(fault)) throw fault;
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
    return computerAt(await this.compute.wake({}, await asCaller(this.issuer, 'compute', ctx)));
  }
}

const computerAt = ({ computerId, address, instance, token }: WakeResponse) =>
  new Computer({ computerId, address, instance, secret: token });

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
