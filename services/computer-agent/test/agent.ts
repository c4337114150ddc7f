import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { create } from '@bufbuild/protobuf';
import { createClient, type Client } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { agentBundle } from '@zo/testing/agent-bundle';
import { AgentTokenIssuer } from '@zo/agent-token';
import {
  ArticleService,
  ArchiveService,
  BrowserService,
  ComputerService,
  ConvertService,
  FileService,
  HistoryService,
  PathSchema,
  ProcessService,
  Root,
  TableService,
  TerminalService,
  ToolServerService,
  type Path,
} from '@zo/proto/agent/v1';

export const IDENTITY = { instance: 'computer-of-tests', secret: 'a-secret-for-tests-only-0123456789' };

export const w = (...segments: string[]): Path => create(PathSchema, { root: Root.WORKSPACE, segments });
export const s = (...segments: string[]): Path => create(PathSchema, { root: Root.SITES, segments });

export interface StartOptions {
  home?: string;
  env?: Record<string, string>;
  /** Wraps the node command, e.g. to run it in a namespace of its own. */
  wrap?: (command: string[]) => string[];
}

/** A real agent process with a home of its own, used through its socket. */
export class Agent {
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
  readonly computer: Client<typeof ComputerService>;
  readonly workspace: string;
  readonly tokens = new AgentTokenIssuer(IDENTITY);
  log = '';

  private constructor(
    readonly child: ChildProcess,
    readonly home: string,
    readonly socket: string,
    private readonly sessions: Http2SessionManager,
  ) {
    this.workspace = join(home, 'workspace');
    const transport = createGrpcTransport({
      baseUrl: 'http://agent',
      sessionManager: sessions,
      readMaxBytes: 2 ** 28,
      interceptors: [
        (next) => async (request) => {
          if (!request.header.has('authorization')) request.header.set('authorization', await this.tokens.bearer());
          return next(request);
        },
      ],
    });
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
    this.computer = createClient(ComputerService, transport);
  }

  static async start({
    home = mkdtempSync(join(tmpdir(), 'zo-agent-')),
    env = {},
    wrap = (command) => command,
  }: StartOptions = {}): Promise<Agent> {
    const socket = `${home}.sock`;
    const [program = '', ...args] = wrap([process.execPath, await agentBundle()]);
    const child = spawn(program, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ZO_ENDS_WITH_INPUT: 'yes',
        PATH: process.env['PATH'] ?? '',
        ZO_AGENT_SOCKET: socket,
        ZO_AGENT_INSTANCE: IDENTITY.instance,
        ZO_AGENT_SECRET: IDENTITY.secret,
        ZO_HOME: home,
        ZO_HANDLE: 'ada',
        ...env,
      },
    });
    const sessions = new Http2SessionManager('http://agent', {}, {
      createConnection: () => net.connect(socket),
    } as never);
    const agent = new Agent(child, home, socket, sessions);
    await new Promise<void>((done, fail) => {
      const read = (data: Buffer) => {
        agent.log += data.toString();
        if (agent.log.includes('ready ')) done();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => fail(new Error(`the agent ended: ${agent.log}`)));
    });
    return agent;
  }

  /** A request over HTTP/1.1 on the same socket. */
  async request(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: http.OutgoingHttpHeaders; body?: Buffer | NodeJS.ReadableStream } = {},
  ): Promise<Answer> {
    const authorization = await this.tokens.bearer();
    return new Promise((done, fail) => {
      const request = http.request(
        { socketPath: this.socket, method, path, headers: { authorization, ...headers }, agent: false },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', fail);
          response.once('end', () =>
            done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
          );
        },
      );
      request.on('error', fail);
      if (body && !Buffer.isBuffer(body)) body.pipe(request);
      else request.end(body);
    });
  }

  /** Stops reading its log. */
  closeLog(): void {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  /** How often it has called the kernel to write anything. */
  get writes(): number {
    return Number(/syscw: (\d+)/.exec(readFileSync(`/proc/${this.child.pid}/io`, 'utf8'))![1]);
  }

  async kill(): Promise<void> {
    this.sessions.abort();
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    removeFolder(this.home);
    rmSync(this.socket, { force: true });
  }
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Polls until `wanted` accepts the value. @throws Error after `ms` with the last value */
export async function until<T>(ask: () => Promise<T> | T, wanted: (value: T) => boolean, ms = 120_000): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    if (Date.now() > end) throw new Error(`still not so: ${inspect(value).slice(0, 500)}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** Process ids of the children of a process that run a program. */
export const childrenOf = (parent: number, program: string): number[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const isChild = new RegExp(`^PPid:\\t${parent}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return isChild && words.some((word) => word.endsWith(`/${program}`)) ? [Number(pid)] : [];
    } catch {
      return [];
    }
  });

/** Everything below a folder: kind, permissions, target of a link, hash of a file. */
export function stateOf(folder: string): string[] {
  const find = (...args: string[]) =>
    execFileSync('find', ['.', '-mindepth', '1', ...args], { cwd: folder, encoding: 'utf8' }).split('\n');
  return [...find('-printf', '%p %y %m %l\n'), ...find('-type', 'f', '-exec', 'sha256sum', '{}', ';')].toSorted();
}
