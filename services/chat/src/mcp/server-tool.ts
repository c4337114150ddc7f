/** The tools that an MCP server says it has. Everything in them was written by strangers, and is bounded here. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { chatErrors } from '../errors.js';

export const MAX_TOOLS = 100;
const MAX_NAME = 128;
const MAX_DESCRIPTION = 2_000;
const MAX_SCHEMA = 20_000;

export const serverTool = z.strictObject({
  /** As the server calls it. */
  name: z.string(),
  description: z.string(),
  /** JSON Schema of its arguments. */
  schema: z.record(z.string(), z.unknown()),
  /** The server says that it may destroy something. What it says of reading only counts for nothing. */
  destroys: z.boolean(),
  fingerprint: z.string(),
  /** The user has looked at it and lets the assistant use it. */
  on: z.boolean(),
  /** It was on, and is not any more because the server describes it in another way now. */
  changed: z.boolean(),
});
export type ServerTool = z.infer<typeof serverTool>;
export type ListedTool = Omit<ServerTool, 'on' | 'changed'>;

interface Said {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly annotations?: { readonly destructiveHint?: boolean };
}

/** The tool as it is kept; undefined if it cannot be used. */
export function readTool({ name, description = '', inputSchema, annotations }: Said): ListedTool | undefined {
  if (name.length === 0 || name.length > MAX_NAME) return undefined;
  const schema = schemaText(inputSchema);
  if (schema === undefined) return undefined;
  const kept = {
    name,
    description: readable(description).slice(0, MAX_DESCRIPTION).toWellFormed(),
    schema: JSON.parse(schema) as Record<string, unknown>,
    destroys: annotations?.destructiveHint === true,
  };
  // Of the whole description: what is cut off here could be the part that changes.
  const told = [name, description, schema, kept.destroys];
  return { ...kept, fingerprint: createHash('sha256').update(JSON.stringify(told)).digest('hex') };
}

/** The new list. A tool stays on only if it is the one that its user looked at. */
export function merged(known: readonly ServerTool[], listed: readonly ListedTool[]): ServerTool[] {
  const before = new Map(known.map((tool) => [tool.name, tool]));
  return listed.map((tool) => {
    const was = before.get(tool.name);
    if (!was || was.fingerprint === tool.fingerprint)
      return { ...tool, on: was?.on ?? false, changed: was?.changed ?? false };
    return { ...tool, on: false, changed: was.on || was.changed };
  });
}

/** What the user looked at. */
type Seen = Pick<ServerTool, 'name' | 'fingerprint'>;
interface Choice {
  readonly on?: readonly Seen[] | undefined;
  readonly tools?: readonly (Seen & { readonly on: boolean })[] | undefined;
}

/** `on`: exactly these; `tools`: these are switched, others stay as they are. @throws chat.tool_changed */
export function chosenOf(tools: readonly ServerTool[], { on = [], tools: named }: Choice): ServerTool[] {
  const seen = new Map(tools.map(({ name, fingerprint }) => [name, fingerprint]));
  const chosen = named ?? on.map((tool) => ({ ...tool, on: true }));
  const wanted = new Map(chosen.map((tool) => [tool.name, tool.on]));
  // What is switched off may have changed meanwhile.
  if (chosen.some((tool) => tool.on && seen.get(tool.name) !== tool.fingerprint)) throw chatErrors.toolChanged();
  return tools.map((tool) => {
    const isOn = wanted.get(tool.name) ?? (named ? tool.on : false);
    return { ...tool, on: isOn, changed: tool.changed && !isOn };
  });
}

/** Without characters that hide text from people and not from models. */
const readable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (found) => (found === '\n' ? found : ''));

/** The schema with its keys in order; undefined if it is too long or too deep. */
function schemaText(schema: object): string | undefined {
  try {
    const text = JSON.stringify(schema, (_key, value: unknown) => {
      if (typeof value === 'string') return readable(value);
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    });
    return text.length <= MAX_SCHEMA ? text : undefined;
  } catch {
    return undefined;
  }
}
