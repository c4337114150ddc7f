/**
 * The tools of connected apps and of other people's programs, as tools of a run. Their names cannot be those of ours.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { McpResult } from '../mcp/mcp-client.js';
import type { McpPort } from '../mcp/mcp-servers.service.js';
import type { ServerTool } from '../mcp/server-tool.js';
import { isConnectedAppTool, nameOfApp, useApp } from './connected-apps.js';
import { LIST, listAppTools, type ListedApp } from './list-app-tools.js';
import { ToolError } from './tool-errors.js';
import type { ToolResult } from '../shapes/tool-result.js';
import type { ConnectedApp } from './app-port.js';
import { type CallContext, defineTool, text, type Tool } from './tool.js';

/** With more, a model is only given a way to look them up. */
export const MAX_SHOWN = 20;
const MAX_TEXT = 100_000;
const MAX_ARGUMENTS = 100_000;
const PREFIX = 'mcp_';
/** Of tools of programs in the computer. */
const PROGRAM = 'mcp_pc_';
const USE = 'use_app_tool';

/** Whether a tool is none of ours. */
export const isAppTool = (name: string): boolean =>
  name.startsWith(PREFIX) || name === LIST || name === USE || isConnectedAppTool(name);

/** Whether a call used a program in the computer, which can change files. */
export function isProgramTool(name: string, given: unknown): boolean {
  const used = name === USE ? (given as { name?: unknown } | null)?.name : name;
  return typeof used === 'string' && used.startsWith(PROGRAM);
}

export interface AppTool {
  readonly name: string;
  readonly server: McpPort;
  readonly tool: ServerTool;
}

/** Every tool that is on, by the name that models use. */
export function appToolsOf(servers: readonly McpPort[]): AppTool[] {
  const used = new Set<string>();
  return servers.flatMap((server) =>
    server.tools.map((tool) => {
      const prefix = isProgram(server) ? PROGRAM : PREFIX;
      const short = `${prefix}${slug(server.name, 16)}_${slug(tool.name, isProgram(server) ? 33 : 36)}`;
      const suffix = createHash('sha256').update(`${server.id} ${tool.name}`).digest('hex').slice(0, 6);
      const name = used.has(short) ? `${short}_${suffix}` : short;
      used.add(name);
      return { name, server, tool };
    }),
  );
}

/** The tools of a run; `isAllowed` knows what its persona may use. */
export function toolsOf(
  { connected, programs }: { connected: readonly ConnectedApp[]; programs: readonly AppTool[] },
  isAllowed: (name: string) => boolean,
): Tool[] {
  const apps = connected.filter((app) => isAllowed(nameOfApp(app)));
  const allowed = programs.filter(({ name }) => isAllowed(name));
  const areMany = allowed.length > MAX_SHOWN;
  const list = listAppTools([...apps.map(listedApp), ...(areMany ? listedOf(allowed) : [])]);
  return [...(list ? [list] : []), ...apps.map(useApp), ...(areMany ? [use(allowed)] : allowed.map(directly))];
}

const listedApp = (app: ConnectedApp): ListedApp => ({ slug: app.slug, used: nameOfApp(app), tools: app.tools });

const isProgram = ({ host }: McpPort) => host === '';

const args = z
  .record(z.string(), z.unknown())
  .refine((given) => JSON.stringify(given).length <= MAX_ARGUMENTS, `have at most ${MAX_ARGUMENTS} characters`);

const recipient = ({ server, tool }: AppTool) => ({ name: server.name, host: server.host, destroys: tool.destroys });

function directly(app: AppTool): Tool {
  const common = {
    name: app.name,
    description: `(from ${app.server.name}, a program of others) ${app.tool.description}`,
    parallel: false,
    input: args,
    schema: app.tool.schema,
    sends: () => recipient(app),
  };
  return isProgram(app.server)
    ? defineTool({ ...common, ...IN_COMPUTER, execute: (given, context) => callProgram(app, given, context) })
    : defineTool({ ...common, ...ELSEWHERE, execute: (given, { signal }) => call(app, given, signal) });
}

const IN_COMPUTER = { class: 'program', needs: 'computer' } as const;
const ELSEWHERE = { class: 'remote', needs: 'none' } as const;

/** They are found by the name of their program. */
const listedOf = (apps: readonly AppTool[]): ListedApp[] =>
  apps.map(({ name, server, tool }) => ({
    slug: slug(server.name, 16),
    used: USE,
    tools: [{ name, about: tool.description, schema: tool.schema }],
  }));

function use(apps: readonly AppTool[]): Tool {
  const byName = new Map(apps.map((app) => [app.name, app]));
  const found = (name: string): AppTool => {
    const app = byName.get(name);
    if (!app) throw new ToolError(`There is no tool ${name}. ${LIST} finds those that are there.`, 'not_found');
    return app;
  };
  const common = {
    name: USE,
    description: `Calls a tool that ${LIST} has found.`,
    parallel: false,
    input: z.strictObject({ name: z.string().max(64), arguments: args }),
    sends: ({ name }: { name: string }) => {
      const app = byName.get(name);
      return app && recipient(app);
    },
  };
  // One program among them is enough to keep an eye on the computer.
  return apps.some(({ server }) => isProgram(server))
    ? defineTool({
        ...common,
        ...IN_COMPUTER,
        execute: async ({ name, arguments: given }, context) => {
          const app = found(name);
          return isProgram(app.server) ? callProgram(app, given, context) : call(app, given, context.signal);
        },
      })
    : defineTool({
        ...common,
        ...ELSEWHERE,
        execute: async ({ name, arguments: given }, { signal }) => call(found(name), given, signal),
      });
}

/** What the program sends and receives meanwhile is recorded for the call. */
async function callProgram(app: AppTool, given: Record<string, unknown>, context: CallContext): Promise<ToolResult> {
  const { over } = await context.recordTraffic();
  try {
    return await call(app, given, context.signal);
  } finally {
    await over();
  }
}

async function call(
  { server, tool }: AppTool,
  given: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const { content, isError } = await server.call(tool, given, signal);
  const words = wordsOf(content);
  return isError ? { type: 'error', message: words, code: 'failed' } : text(words);
}

function wordsOf(content: McpResult['content']): string {
  const parts = content.map((part) => {
    if (part.type === 'text' && typeof part['text'] === 'string') return part['text'];
    if (part.type === 'resource') return resourceText(part['resource']);
    if (part.type === 'resource_link') return `(a resource: ${String(part['uri']).slice(0, 2_000)})`;
    const bytes = typeof part['data'] === 'string' ? Math.floor((part['data'].length * 3) / 4) : 0;
    return `(${part.type}, ${String(part['mimeType'] ?? '').slice(0, 100)}, ${bytes} bytes, left out)`;
  });
  const whole = parts.join('\n');
  if (whole.length <= MAX_TEXT) return whole || '(no words)';
  return `${whole.slice(0, MAX_TEXT).toWellFormed()}\n… (${whole.length - MAX_TEXT} characters are left out)`;
}

function resourceText(resource: unknown): string {
  const { text: words, uri } = (resource ?? {}) as { text?: unknown; uri?: unknown };
  return typeof words === 'string' ? words : `(a resource: ${String(uri).slice(0, 2_000)})`;
}

const slug = (name: string, most: number): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, most) || 'x';
