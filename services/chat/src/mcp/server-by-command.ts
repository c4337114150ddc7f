/** An MCP server that is a program in the computer of its user. Its agent starts it and speaks to it. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { agentErrorOf, type Computer } from '@zo/computer-client';
import type { McpConnection, TransportLimits } from './mcp-client.js';

const MAX_PARAMS = 1024 * 1024;

export interface ServerCommand {
  readonly userId: string;
  readonly id: string;
  readonly name: string;
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly on: <T>(work: (computer: Computer) => Promise<T>) => Promise<T>;
}

export const byCommand = (server: ServerCommand): McpConnection => ({
  userId: server.userId,
  name: server.name,
  open: (limits) => new ComputerTransport(server, limits),
  explain: (found) => {
    const failure = found.map((cause) => agentErrorOf(cause)).find((error) => error !== undefined);
    return failure && `${server.name} could not be used. ${withoutValues(failure.message, server.env)}`;
  },
  withoutSecrets: (words) => withoutValues(words, server.env),
});

/** Programs repeat in errors what they were given. */
const withoutValues = (words: string, env: ServerCommand['env']) =>
  Object.values(env)
    .filter((value) => value.length > 3)
    .reduce((shown, value) => shown.replaceAll(value, '…'), words);

/** Carries each request to the agent, which numbers it anew; the agent speaks the handshake and drops notifications. */
class ComputerTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  constructor(
    private readonly server: ServerCommand,
    private readonly limits: TransportLimits,
  ) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message)) return;
    const { id, method, params } = message;
    try {
      const answer = await this.request(method, params === undefined ? '' : JSON.stringify(params));
      this.onmessage?.({ jsonrpc: '2.0', id, ...answer } as JSONRPCMessage);
    } catch (error) {
      this.limits.broken.abort(error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  private async request(method: string, params: string): Promise<{ result: unknown } | { error: unknown }> {
    if (params.length > MAX_PARAMS) throw new Error('The arguments are too long.');
    const { id: serverId, command, env, on } = this.server;
    const { result, error } = await on((computer) =>
      computer.toolServers.request({ serverId, command, env, method, params }, { signal: this.limits.limit }),
    );
    return error === '' ? { result: JSON.parse(result) } : { error: JSON.parse(error) };
  }
}
