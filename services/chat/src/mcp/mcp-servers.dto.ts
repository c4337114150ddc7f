import { z } from 'zod';
import type { McpServerRow } from './mcp-server.entity.js';
import { MAX_TOOLS } from './server-tool.js';

/** Headers that requests have anyway. */
const TAKEN = /^(host|content-.*|accept|connection|transfer-encoding|mcp-.*|cookie|origin)$/i;

/** Names that the computer itself sets. */
const SET_ANYWAY = /^(ZO_.*|HOME|USER|LOGNAME|SHELL|PATH|(https?|all|no)_proxy)$/i;
const MAX_VARIABLES = 20;

const variables = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'is no name of a variable')
      .refine((name) => !SET_ANYWAY.test(name), 'cannot be set'),
    z
      .string()
      .max(4_000)
      .regex(/^[^\0]*$/, 'contains characters that a variable cannot have'),
  )
  .refine((env) => Object.keys(env).length <= MAX_VARIABLES, `has at most ${MAX_VARIABLES} variables`);

export const addServer = z
  .strictObject({
    name: z.string().trim().min(1, 'is missing').max(60, 'has at most 60 characters'),
    url: z
      .url({ protocol: /^https?$/, error: 'is not an address' })
      .max(2_000)
      .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'may not contain a password')
      .optional(),
    header: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/, 'is no name of a header')
      .refine((name) => !TAKEN.test(name), 'cannot be set')
      .default('Authorization'),
    secret: z
      .string()
      .trim()
      .max(4_000)
      .regex(/^[\x21-\x7e ]*$/, 'contains characters that a header cannot have')
      .optional(),
    /** Of a program in the computer of the user, which speaks on its standard input and output. */
    command: z
      .string()
      .trim()
      .min(1, 'is missing')
      .max(2_000, 'has at most 2,000 characters')
      .regex(/^[^\p{Cc}]*$/u, 'has one line')
      .optional(),
    env: variables.optional(),
  })
  .refine(({ url, command }) => (url === undefined) !== (command === undefined), {
    path: ['url'],
    error: 'or a command is needed, not both',
  })
  .refine(({ command, secret, env }) => (command === undefined ? env : secret) === undefined, {
    path: ['secret'],
    error: 'is for servers with an address; a command has variables',
  });
export type AddServer = z.infer<typeof addServer>;

/** What the user looked at: a tool that was changed since then is not switched on. */
const chosen = z.strictObject({ name: z.string().max(128), fingerprint: z.string().max(64) });
/** `on`: exactly these are on; `tools`: these are switched, and others stay as they are. */
export const chooseTools = z
  .strictObject({
    on: z.array(chosen).max(MAX_TOOLS).optional(),
    tools: z
      .array(chosen.extend({ on: z.boolean() }))
      .max(MAX_TOOLS)
      .optional(),
  })
  .refine(({ on, tools }) => (on === undefined) !== (tools === undefined), {
    path: ['tools'],
    error: 'or `on` is needed, not both',
  });
export type ChooseTools = z.infer<typeof chooseTools>;

const tool = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    /** Names of its arguments. */
    arguments: z.array(z.string()),
    destroys: z.boolean(),
    fingerprint: z.string(),
    on: z.boolean(),
    changed: z.boolean(),
  })
  .meta({ id: 'McpServerTool' });

export const mcpServer = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** Empty for a program in the computer. */
    url: z.string(),
    /** Of a program in the computer. */
    command: z.string().optional(),
    has_secret: z.boolean(),
    tools: z.array(tool),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'McpServer' });
export const mcpServers = z.strictObject({ servers: z.array(mcpServer) });

const MAX_ARGUMENTS = 50;

export const presentServer = (row: McpServerRow): z.infer<typeof mcpServer> => ({
  id: row.id,
  name: row.name,
  url: row.command === null ? row.url : '',
  ...(row.command !== null && { command: row.command }),
  has_secret: row.secret !== null || row.env !== null,
  tools: row.tools.map(({ schema, ...rest }) => ({ ...rest, arguments: argumentsOf(schema) })),
  created_at: row.createdAt.toISOString(),
});

function argumentsOf({ properties }: Record<string, unknown>): string[] {
  return properties !== null && typeof properties === 'object' ? Object.keys(properties).slice(0, MAX_ARGUMENTS) : [];
}
