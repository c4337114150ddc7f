/** ToolServerService: keeps the programs that offer tools, as long as they are asked. */
import { create } from '@bufbuild/protobuf';
import { ErrorReason, type RequestRequest, type RequestResponse, RequestResponseSchema } from '@zo/proto/agent/v1';
import { agentError, invalid } from '../errors.js';
import { type Shell, workingFolder } from '../processes/run.js';
import { MAX_MESSAGE } from './messages.js';
import { ToolServer } from './tool-server.js';

const MAX_SERVERS = 8;
const MAX_COMMAND = 4_000;
/** Of a command, in a sentence. */
const MAX_SHOWN = 80;
const MAX_ENV = 64 * 1024;
/** Packages that are not there yet are fetched meanwhile. */
const START_MS = 60_000;
const REQUEST_MS = 120_000;
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

interface Entry {
  readonly server: ToolServer;
  readonly spec: string;
  readonly command: string;
  idle?: NodeJS.Timeout;
  lastUsed: number;
}

export class ToolServers {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly shell: Shell,
    /** How long a program that nobody asks stays. */
    private readonly idleMs: number,
  ) {}

  /** @throws INVALID, UNREADABLE, LIMIT_REACHED, TIMED_OUT, CANCELLED */
  async request(request: RequestRequest, signal: AbortSignal): Promise<RequestResponse> {
    const params = checked(request);
    const entry = this.entryOf(request);
    clearTimeout(entry.idle);
    entry.lastUsed = Date.now();
    try {
      const isGreeting = request.method === 'initialize';
      const greeting = await entry.server.greet(isGreeting ? (params ?? {}) : GREETING, START_MS);
      const limit = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
      const { result = '', error = '' } =
        isGreeting || greeting.error !== undefined ? greeting : await entry.server.ask(request.method, params, limit);
      return create(RequestResponseSchema, { result, error });
    } catch (error) {
      // Another start may go better.
      if (entry.server.ended || isLate(error)) this.remove(request.serverId, entry);
      throw error;
    } finally {
      this.rest(request.serverId, entry);
    }
  }

  /** What their users typed to start those that run. */
  get commands(): string[] {
    const running = [...this.entries.values()].filter(({ server }) => !server.ended);
    return running.map(({ command }) => command.slice(0, MAX_SHOWN));
  }

  /** Ends all, as the computer does when it goes to sleep. */
  end(): void {
    for (const [id, entry] of this.entries) this.remove(id, entry);
  }

  private entryOf({ serverId, command, env }: RequestRequest): Entry {
    const spec = JSON.stringify([command, Object.entries(env).toSorted()]);
    const known = this.entries.get(serverId);
    if (known && known.spec === spec && !known.server.ended) return known;
    if (known) this.remove(serverId, known);
    this.makeRoom();
    const cwd = workingFolder(this.shell, '');
    const server = new ToolServer({ command, cwd, env: { ...this.shell.env, TERM: 'dumb', ...env } });
    const entry = { server, spec, command, lastUsed: Date.now() };
    this.entries.set(serverId, entry);
    return entry;
  }

  private makeRoom(): void {
    if (this.entries.size < MAX_SERVERS) return;
    const idle = [...this.entries].filter(([, { server }]) => server.isIdle);
    const [oldest] = idle.toSorted(([, a], [, b]) => a.lastUsed - b.lastUsed);
    if (!oldest) throw agentError(ErrorReason.LIMIT_REACHED, 'Too many servers work at once. Try again in a moment.');
    this.remove(...oldest);
  }

  private rest(id: string, entry: Entry): void {
    if (!entry.server.isIdle || this.entries.get(id) !== entry) return;
    clearTimeout(entry.idle);
    entry.idle = setTimeout(() => this.remove(id, entry), this.idleMs);
    entry.idle.unref();
  }

  private remove(id: string, entry: Entry): void {
    clearTimeout(entry.idle);
    if (this.entries.get(id) === entry) this.entries.delete(id);
    entry.server.end();
  }
}

const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'zo', version: '1' },
};

const isLate = (error: unknown) =>
  (error as { rawMessage?: string }).rawMessage?.startsWith('It did not answer') === true;

/** @returns the parameters @throws INVALID */
function checked({ serverId, command, env, method, params }: RequestRequest): object | undefined {
  if (!/^[A-Za-z0-9-]{1,64}$/.test(serverId)) throw invalid('A server needs a name.');
  if (command === '' || command.length > MAX_COMMAND || command.includes('\0'))
    throw invalid('A server needs a command, of at most 4,000 characters.');
  const names = Object.keys(env);
  if (names.some((name) => !ENV_NAME.test(name)) || JSON.stringify(env).length > MAX_ENV)
    throw invalid('This environment cannot be set.');
  if (Object.values(env).some((value) => value.includes('\0'))) throw invalid('This environment cannot be set.');
  if (!/^[\w/.-]{1,100}$/.test(method)) throw invalid('A request needs a method.');
  if (params.length > MAX_MESSAGE) throw invalid('The request is too long.');
  if (params === '') return undefined;
  try {
    return JSON.parse(params) as object;
  } catch {
    throw invalid('The parameters are no JSON.');
  }
}
