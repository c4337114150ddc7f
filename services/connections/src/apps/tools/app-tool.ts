/** What a tool of a connected app is: its arguments, its effect, and the request that it makes of them. */
import { z } from 'zod';

/** `write` changes something of the user's, `send` reaches others, `delete` cannot be taken back. */
export type Effect = 'read' | 'write' | 'send' | 'delete';

export interface ToolRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The body, as JSON; `form` and `body` send it otherwise. */
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is text and no JSON. */
  readonly text?: boolean;
  /** The answer leads to another host, where the bytes are. */
  readonly follow?: boolean;
}

/** Makes one request to the app, and returns its answer. */
export type Call = (request: ToolRequest) => Promise<unknown>;

interface Tool<S extends z.ZodObject> {
  readonly name: string;
  /** For the model. */
  readonly about: string;
  readonly effect: Effect;
  /** All of them are needed. */
  readonly scopes?: readonly string[];
  readonly input: S;
}

interface ToolOfOneRequest<S extends z.ZodObject> extends Tool<S> {
  readonly request: (args: z.infer<S>) => ToolRequest;
  /** What of the answer the model is shown. */
  readonly read: (answer: unknown, args: z.infer<S>) => unknown;
}

interface ToolOfSeveral<S extends z.ZodObject> extends Tool<S> {
  /** Several requests. At most the last one changes something. */
  readonly run: (call: Call, args: z.infer<S>) => Promise<unknown>;
}

export interface AppTool extends Tool<z.ZodObject> {
  readonly run: (call: Call, args: Record<string, unknown>) => Promise<unknown>;
}

export function defineTool<S extends z.ZodObject>(tool: ToolOfOneRequest<S> | ToolOfSeveral<S>): AppTool {
  const run =
    'run' in tool ? tool.run : async (call: Call, args: z.infer<S>) => tool.read(await call(tool.request(args)), args);
  return { ...tool, run: run as AppTool['run'] };
}

export interface AppApi {
  readonly tools: readonly AppTool[];
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Why an answer of status 200 is an error all the same, in the app's word. */
  readonly failed?: (answer: unknown) => string | undefined;
}

/** A word of an app that says that the token is of no use any more. */
export const STALE_TOKEN = 'stale token';

/** Arguments that many tools have. */
export const id = (what: string) => z.string().min(1).max(300).describe(what);
export const words = (what: string, most = 1_000) => z.string().min(1).max(most).describe(what);
export const longText = (what: string) => z.string().max(100_000).describe(what);
export const limit = (most: number, usual = Math.min(20, most)) =>
  z.int().min(1).max(most).default(usual).describe(`How many at most; ${usual} if not given`);
export const page = z.string().max(2_000).optional().describe('`next_page` of the answer before, for more');
export const moment = (what: string) =>
  z.iso.datetime({ offset: true }).describe(`${what}, like 2026-11-26T09:00:00+01:00`);
export const day = (what: string) => z.iso.date().describe(`${what}, like 2026-11-26`);

/** The answer was not as the app's documentation has it. */
export class UnexpectedAnswer extends Error {}

/** An argument that the app could not take. */
export class BadArgument extends Error {}

/** An address whose values stay single names of the path. @throws BadArgument */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((whole, part, index) => {
    const value = values[index];
    return whole + part + (value === undefined ? '' : segmentOf(value));
  }, '');
}

/** A path of several names. @throws BadArgument */
export const names = (value: string): string => value.split('/').filter(Boolean).map(segmentOf).join('/');

function segmentOf(value: string): string {
  // `.` and `..` mean the same encoded.
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed())
    throw new BadArgument(`“${value.slice(0, 100)}” is no id or name there.`);
  return encodeURIComponent(value);
}

/** What is below these names; undefined if anything on the way is missing. */
export function at(value: unknown, ...way: readonly string[]): unknown {
  return way.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}

export const textAt = (value: unknown, ...way: readonly string[]): string => {
  const found = at(value, ...way);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
};

/** @throws UnexpectedAnswer if there is no list */
export function listAt(value: unknown, ...way: readonly string[]): unknown[] {
  const found = at(value, ...way);
  if (!Array.isArray(found)) throw new UnexpectedAnswer(`there is no list at ${way.join('.')}`);
  return found as unknown[];
}

/** The value at each way; `owner.name` becomes a field of that name. */
export const picked = (value: unknown, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, at(value, ...field.split('.'))]));

const wayOf = (name: string) => name.split('.').filter(Boolean);

/** Reads a list, and where the next page begins. @throws UnexpectedAnswer */
export const list =
  (where: string, fields: readonly string[], next?: string) =>
  (answer: unknown): unknown => ({
    items: listAt(answer, ...wayOf(where)).map((one) => picked(one, fields)),
    next_page: next === undefined ? undefined : at(answer, ...wayOf(next)),
  });

/** Reads one object. @throws UnexpectedAnswer */
export const one =
  (fields: readonly string[], where = '') =>
  (answer: unknown): unknown => {
    const found = at(answer, ...wayOf(where));
    if (typeof found !== 'object' || found === null) throw new UnexpectedAnswer(`there is no object at ${where}`);
    return picked(found, fields);
  };

/** For requests whose answer says nothing. */
export const done = (words: string) => () => words;
