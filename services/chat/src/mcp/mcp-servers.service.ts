import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { Computers } from '@zo/computer-client';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { chatErrors } from '../errors.js';
import { SecretBox } from '../models/secret-box.js';
import { type McpConnection, type McpResult, withServer } from './mcp-client.js';
import { McpError } from './mcp-error.js';
import type { McpServerRow } from './mcp-server.entity.js';
import type { AddServer, ChooseTools } from './mcp-servers.dto.js';
import { byAddress } from './server-by-address.js';
import { byCommand } from './server-by-command.js';
import { McpServersRepository } from './mcp-servers.repository.js';
import { chosenOf, type ListedTool, merged, type ServerTool } from './server-tool.js';

const MAX_SERVERS = 20;

/** A server with the tools that the assistant may use. */
export interface McpPort {
  readonly id: string;
  readonly name: string;
  /** Empty for a program in the computer of its user. */
  readonly host: string;
  readonly tools: readonly ServerTool[];
  /** @throws McpError, also when the server describes the tool otherwise than its user has seen */
  call(tool: ServerTool, args: Record<string, unknown>, signal: AbortSignal): Promise<McpResult>;
}

/** MCP servers of other people's programs. Their tools are off until their user has looked at them. */
@Injectable()
export class McpServersService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: McpServersRepository,
    private readonly secrets: SecretBox,
    private readonly computers: Computers,
  ) {}

  all(ctx: Ctx): Promise<McpServerRow[]> {
    return this.database.read(ctx, (tx) => this.rows.all(tx));
  }

  /** The servers with tools that are on, and the commands of all. No server is asked here. */
  async open(ctx: Ctx): Promise<{ ports: McpPort[]; commands: string[] }> {
    return this.openOf(ctx, await this.all(ctx));
  }

  /** Of rows that were read before. */
  openOf(ctx: Ctx, rows: readonly McpServerRow[]): { ports: McpPort[]; commands: string[] } {
    const ports = rows.flatMap((row) => {
      const tools = row.tools.filter(({ on }) => on);
      return tools.length === 0 ? [] : [this.portOf(ctx, row, tools)];
    });
    return { ports, commands: rows.flatMap(({ command }) => command ?? []) };
  }

  /** Adds a server that answers. @throws chat.mcp_failed, chat.too_many_servers, chat.server_name_taken */
  async add(ctx: Ctx, input: AddServer): Promise<McpServerRow> {
    requirePerson(ctx);
    const row = input.command === undefined ? this.rowByAddress(ctx, input) : this.rowByCommand(ctx, input);
    const tools = merged([], await list(this.connectionOf(ctx, row)));
    const key = row.secret || row.env ? 'given' : 'none';
    return this.database.tx(ctx, async (tx) => {
      const known = await this.rows.all(tx);
      if (known.length >= MAX_SERVERS) throw chatErrors.tooManyServers();
      if (known.some((other) => other.name === row.name)) throw chatErrors.serverNameTaken({ name: row.name });
      await this.rows.insert(tx, { ...row, tools });
      audit(tx, 'mcp_server.added', { target: row.id, key });
      return { ...row, tools, createdAt: new Date() };
    });
  }

  private rowByAddress(ctx: Ctx, { name, url = '', header, secret }: AddServer): NewServer {
    const value = secret && header === 'Authorization' && !secret.includes(' ') ? `Bearer ${secret}` : secret;
    const owner = { userId: ctx.userId, id: crypto.randomUUID() };
    const sealed = value ? this.secrets.seal(value, owner) : null;
    return { ...owner, name, url, header, secret: sealed, allowPrivate: ctx.owner, command: null, env: null };
  }

  private rowByCommand(ctx: Ctx, { name, command = '', env = {} }: AddServer): NewServer {
    const owner = { userId: ctx.userId, id: crypto.randomUUID() };
    const sealed = Object.keys(env).length > 0 ? this.secrets.seal(JSON.stringify(env), owner) : null;
    return { ...owner, name, url: IN_COMPUTER, header: '', secret: null, allowPrivate: false, command, env: sealed };
  }

  /** Asks the server again. A tool that it describes otherwise than before is off. @throws chat.mcp_failed */
  async test(ctx: Ctx, id: string): Promise<McpServerRow> {
    requirePerson(ctx);
    const known = (await this.all(ctx)).find((row) => row.id === id);
    if (!known) throw errors.notFound();
    const listed = await list(this.connectionOf(ctx, known));
    return this.change(ctx, id, (tools) => merged(tools, listed));
  }

  /** Switches exactly these tools on, or only those that are named. @throws chat.tool_changed */
  async choose(ctx: Ctx, id: string, choice: ChooseTools): Promise<McpServerRow> {
    requirePerson(ctx);
    return this.change(ctx, id, (tools, tx) => {
      const chosen = chosenOf(tools, choice);
      audit(tx, 'mcp_server.changed', { target: id, tools_on: chosen.filter(({ on }) => on).length });
      return chosen;
    });
  }

  async remove(ctx: Ctx, id: string): Promise<void> {
    requirePerson(ctx);
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.rows.remove(tx, id))) throw errors.notFound();
      audit(tx, 'mcp_server.removed', { target: id });
    });
  }

  private portOf(ctx: Ctx, row: McpServerRow, tools: readonly ServerTool[]): McpPort {
    return {
      id: row.id,
      name: row.name,
      host: row.command === null ? new URL(row.url).hostname : '',
      tools,
      call: (tool, args, signal) =>
        withServer(this.connectionOf(ctx, row), signal, async (server) => {
          const listed = await server.list();
          if (listed.find(({ name }) => name === tool.name)?.fingerprint === tool.fingerprint)
            return server.call(tool.name, args);
          await this.change(ctx, row.id, (known) => merged(known, listed)).catch(() => undefined);
          throw new McpError(
            `${row.name} describes ${tool.name} in another way than before, so it is off until the person has ` +
              'looked at it in Settings › Programs.',
          );
        }),
    };
  }

  private change(
    ctx: Ctx,
    id: string,
    next: (tools: readonly ServerTool[], tx: Ctx) => ServerTool[],
  ): Promise<McpServerRow> {
    return this.database.tx(ctx, async (tx) => {
      const row = await this.rows.toChange(tx, id);
      if (!row) throw errors.notFound();
      const tools = next(row.tools, tx);
      await this.rows.setTools(tx, id, tools);
      return { ...row, tools };
    });
  }

  private connectionOf(ctx: Ctx, row: NewServer): McpConnection {
    const { userId, id, name, url, header, allowPrivate, command } = row;
    if (command === null) {
      const secret = row.secret ? this.secrets.open(row.secret, row) : '';
      return byAddress({ userId, name, url, header, allowPrivate, secret });
    }
    const env = row.env ? (JSON.parse(this.secrets.open(row.env, row)) as Record<string, string>) : {};
    return byCommand({ userId, id, name, command, env, on: (work) => this.computers.use(ctx, work) });
  }
}

type NewServer = Omit<McpServerRow, 'tools' | 'createdAt'>;

/** Stands where the address of a server is. It leads nowhere. */
const IN_COMPUTER = 'computer:';
const TEST_MS = 30_000;

async function list(connection: McpConnection): Promise<ListedTool[]> {
  try {
    return await withServer(connection, AbortSignal.timeout(TEST_MS), (server) => server.list());
  } catch (error) {
    if (error instanceof McpError) throw chatErrors.mcpFailed({ reason: error.message });
    if ((error as Error).name === 'TimeoutError')
      throw chatErrors.mcpFailed({ reason: `${connection.name} did not answer in time.` });
    throw error;
  }
}
