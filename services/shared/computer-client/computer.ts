/**
 * A client of one agent: typed calls over gRPC, bytes over HTTP/1.1. Responses are limited in bytes, time, count and
 * shape.
 */
import { type Client, Code, ConnectError, createClient, type Interceptor } from '@connectrpc/connect';
import {
  ArticleService,
  ArchiveService,
  BrowserService,
  ComputerService,
  ConvertService,
  FileService,
  HistoryService,
  ProcessService,
  TableService,
  TerminalService,
  ToolServerService,
} from '@zo/proto/agent/v1';
import { type IncomingMessage, request as httpRequest, type RequestOptions, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { type AgentIdentity, AgentTokenIssuer } from '@zo/agent-token';
import type { AgentProcess } from '@zo/agent-token/process';
import {
  invalidResponse,
  boundedConnection,
  type GrpcConnection,
  unresponsiveError,
  socketOf,
  traceCalls,
  Semaphore,
} from '@zo/rpc';
import { DialAgent, inBlocks } from '@zo/streams';
import { passOn, textOf } from './response.js';
import { computerErrors } from './errors.js';
import { LONG_FACTOR, RESPONSE_TIMEOUT_MS, limitsOf } from './limits.js';
import { HOLD_FILE, type HeldFile, openHeldFile } from './held-file.js';
import { type HeldUpload, holdUpload } from './held-upload.js';
import { type RawRequest, type RawResponse, rawRequest } from './raw.js';

/** Limit of responses other than file contents. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Smaller chunks are sent sooner than their file is opened. */
const MIN_HELD_BYTES = 1024 * 1024;
/** Concurrent downloads; each holds two blocks of memory. */
const MAX_DOWNLOADS = 48;
/** Concurrent thumbnails, of which a computer makes two at a time, so that none waits there for long. */
const MAX_THUMBS = 8;

/** The address of an agent and the identity that is expected there. */
export interface ComputerAddress extends AgentIdentity {
  readonly computerId: string;
  /** `unix:/path` or `http://host:port`. */
  readonly address: string;
  /** Programs on the computer see its home as `/home/{handle}`. */
  readonly handle?: string;
  /** Whether its host can run commands without a way out. */
  readonly canClose?: boolean;
  /** Whether it can run them on a copy of the home, too. */
  readonly canRehearse?: boolean;
  /** Set when the agent may run on this machine. */
  readonly process?: AgentProcess;
}

export class Computer {
  readonly files: Client<typeof FileService>;
  readonly articles: Client<typeof ArticleService>;
  readonly browser: Client<typeof BrowserService>;
  readonly toolServers: Client<typeof ToolServerService>;
  readonly conversions: Client<typeof ConvertService>;
  readonly processes: Client<typeof ProcessService>;
  readonly terminals: Client<typeof TerminalService>;
  readonly history: Client<typeof HistoryService>;
  readonly tables: Client<typeof TableService>;
  readonly archives: Client<typeof ArchiveService>;
  readonly system: Client<typeof ComputerService>;
  private readonly agent = new DialAgent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8 });
  private readonly downloads = new Semaphore(MAX_DOWNLOADS);
  private readonly thumbs = new Semaphore(MAX_THUMBS);
  private readonly tokens: AgentTokenIssuer;
  /** False once the kernel has refused it: this process runs elsewhere, or without the right. */
  private opensHeldFiles = true;
  private readonly connection: GrpcConnection;

  /**
   * `responseTimeoutMs`: how long the computer may be silent before it counts as unreachable; `longTimeoutMs`: the same
   * in calls whose work grows with the data on the disk.
   */
  constructor(
    readonly at: ComputerAddress,
    readonly responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    longTimeoutMs = responseTimeoutMs * LONG_FACTOR,
  ) {
    this.tokens = new AgentTokenIssuer(at);
    const bearer: Interceptor = (next) => async (request) => {
      request.header.set('authorization', await this.tokens.bearer());
      return next(request);
    };
    const bounds = { limits: limitsOf(responseTimeoutMs, longTimeoutMs), pingMs: responseTimeoutMs / 3 };
    this.connection = boundedConnection(at.address, [traceCalls, bearer], bounds);
    const { transport } = this.connection;
    this.files = createClient(FileService, transport);
    this.articles = createClient(ArticleService, transport);
    this.browser = createClient(BrowserService, transport);
    this.toolServers = createClient(ToolServerService, transport);
    this.conversions = createClient(ConvertService, transport);
    this.processes = createClient(ProcessService, transport);
    this.terminals = createClient(TerminalService, transport);
    this.history = createClient(HistoryService, transport);
    this.tables = createClient(TableService, transport);
    this.archives = createClient(ArchiveService, transport);
    this.system = createClient(ComputerService, transport);
  }

  get id(): string {
    return this.at.computerId;
  }

  /** Options of node:http for a path of the agent, e.g. to pipe an upgraded socket. */
  async requestOptions(path: string): Promise<RequestOptions> {
    const headers = { authorization: await this.tokens.bearer(), host: 'agent' };
    const socketPath = socketOf(this.at.address);
    if (socketPath) return { socketPath, path, headers };
    const { hostname, port } = new URL(this.at.address);
    return { hostname, port, path, headers };
  }

  /**
   * Sends a request with an optional streamed body and resolves with the response; the caller consumes its body with
   * `textOf` or `passOn`. The agent has `silenceMs` to accept each block of the body, and to respond after the last:
   * by default `responseTimeoutMs`, and no limit if a signal is given.
   * @throws unresponsiveError
   */
  async fetch(
    method: string,
    path: string,
    options: {
      headers?: Record<string, string>;
      body?: Readable | Buffer | string;
      signal?: AbortSignal;
      silenceMs?: number;
    } = {},
  ): Promise<IncomingMessage> {
    // A body whose bytes are counted is already flowing; pause it until the request can take its data.
    if (options.body instanceof Readable) options.body.pause();
    const base = await this.requestOptions(path);
    return new Promise((resolve, reject) => {
      const headers = { ...(base.headers as Record<string, string>), ...options.headers };
      const outgoing = httpRequest({ ...base, method, headers, agent: this.agent, signal: options.signal }, resolve);
      const silenceMs = options.silenceMs ?? (options.signal ? Infinity : this.responseTimeoutMs);
      const silence = new IdleTimer(silenceMs, (error) => outgoing.destroy(error));
      outgoing.on('error', reject).once('close', () => {
        silence.end();
        reject(new ConnectError('the agent hung up without an answer', Code.Unavailable));
      });
      outgoing.once('response', () => silence.end());
      // Informational (1xx) responses were never requested and could come without end: thousands in one block.
      outgoing.once('information', () => outgoing.destroy(invalidResponse('it has no status')));
      const { body } = options;
      if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) {
        silence.begin();
        return void outgoing.end(body);
      }
      let sent = 0;
      const send = (block: Buffer) => {
        sent += block.length;
        silence.begin();
        return new Promise<void>((taken, failed) =>
          outgoing.write(block, (error) => (error ? failed(error) : taken())),
        ).finally(() => silence.end());
      };
      const end = () => {
        const declaredLength = headers['content-length'];
        if (declaredLength !== undefined && Number(declaredLength) !== sent)
          throw new Error(`the body has ${sent} bytes instead of ${declaredLength}`);
        silence.begin();
        outgoing.end();
      };
      // If the client disconnects or sends less than announced, destroy the request rather than leave it half sent.
      inBlocks(body, send)
        .then(end)
        .catch((error: Error) => outgoing.destroy(error));
    });
  }

  /** Returns the text of a short response of `fetch`. @throws unresponsiveError, invalidResponse */
  textOf(answer: IncomingMessage): Promise<string> {
    return textOf(answer, { maxBytes: MAX_TEXT_BYTES, ms: this.responseTimeoutMs });
  }

  /** Pipes the body of a response of `fetch`, of any length. */
  passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    return passOn(answer, response, this.responseTimeoutMs);
  }

  /**
   * Requests the bytes of a file; use this for everything large.
   * @throws if the agent is unreachable; unresponsiveError, invalidResponse, computer.busy
   */
  async raw(method: 'GET' | 'HEAD', path: string, headers: Readonly<Record<string, string>>): Promise<RawResponse> {
    const turn = () =>
      this.downloads.take(AbortSignal.timeout(this.responseTimeoutMs)).catch((error: unknown) => {
        throw computerErrors.busy({}, { cause: error });
      });
    const { process } = this.at;
    if (method === 'GET' && process && this.opensHeldFiles) {
      const answer = await this.request({ method, path, headers: { ...headers, ...HOLD_FILE } }, turn);
      const { heldFile } = answer;
      if (!heldFile) return answer;
      const file = this.openHeldFile(process, heldFile);
      if (file !== undefined) return answer.readingFrom(file, heldFile);
      answer.discard();
    }
    return this.request({ method, path, headers }, turn);
  }

  /**
   * Asks the agent on this machine to hold the file of an upload, into which the caller then writes a chunk. Undefined
   * where the chunk has to be sent by `fetch`.
   */
  async holdUpload(id: string, { offset, bytes }: { offset: number; bytes: number }): Promise<HeldUpload | undefined> {
    const { process } = this.at;
    if (!process || !this.opensHeldFiles || bytes < MIN_HELD_BYTES) return undefined;
    const options = await this.requestOptions(`/uploads/${id}/held?offset=${offset}&bytes=${bytes}`);
    const asked = { process, options: { ...options, agent: this.agent }, timeoutMs: this.responseTimeoutMs };
    return holdUpload(asked).catch((error: unknown) => {
      // The kernel would refuse all others, too. What else went wrong shows when the chunk is sent.
      if (['EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) this.opensHeldFiles = false;
      return undefined;
    });
  }

  private openHeldFile(process: AgentProcess, held: HeldFile): number | undefined {
    try {
      return openHeldFile(process, held);
    } catch {
      // It would refuse all others, too.
      this.opensHeldFiles = false;
      return undefined;
    }
  }

  /**
   * Requests a thumbnail, as long as somebody waits for it. They take long to make and are asked for in hundreds, so
   * they wait apart from downloads.
   * @throws the reason of the signal, and what `raw` throws
   */
  async thumb(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RawResponse> {
    return this.request({ method: 'GET', path, headers, signal }, () => this.thumbs.take(signal));
  }

  private async request(
    { path, headers, ...request }: Pick<RawRequest, 'method' | 'path' | 'headers' | 'signal'>,
    turn: () => Promise<() => void>,
  ): Promise<RawResponse> {
    const { socketPath, hostname, port, headers: own } = await this.requestOptions(path);
    const target = socketPath ? { path: socketPath } : { host: hostname!, port: Number(port) };
    const { responseTimeoutMs } = this;
    const all = { ...(own as Record<string, string>), ...headers };
    const onClose = await turn();
    return rawRequest(target, { ...request, path, headers: all, responseTimeoutMs, onClose });
  }

  /** Closes the connections; what is running may finish. A failed call of a user must not abort their other uploads. */
  close(): void {
    this.agent.drain();
    this.connection.close();
  }
}

/** Aborts a request to a computer that stays silent while it is waited for. */
class IdleTimer {
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly ms: number,
    private readonly tooLong: (error: Error) => void,
  ) {}

  begin(): void {
    this.end();
    if (this.ms !== Infinity) this.timer = setTimeout(() => this.tooLong(unresponsiveError()), this.ms);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
