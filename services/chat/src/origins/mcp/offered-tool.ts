import type { Ctx, McpScope } from '@zo/auth';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';

export interface OfferedCall {
  readonly ctx: Ctx;
  /** Aborts when the client disconnects or cancels. */
  readonly signal: AbortSignal;
  /** Tells the client that wants to know how far the call is; `count` only grows. */
  readonly progress: (count: number, message: string) => Promise<void>;
}

/** A tool that other programs may call. */
export interface OfferedTool<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly scope: McpScope;
  readonly changes: boolean;
  readonly input: S;
  readonly execute: (args: z.infer<S>, call: OfferedCall) => Promise<CallToolResult>;
}

export const offer = <S extends z.ZodType>(tool: OfferedTool<S>): OfferedTool => tool as unknown as OfferedTool;

/** Characters of one answer; what is longer is cut, which the text says. */
const MAX_CHARACTERS = 200_000;

export function textResult(text: string): CallToolResult {
  const cut = `${text.slice(0, MAX_CHARACTERS).toWellFormed()}\n… (${text.length - MAX_CHARACTERS} characters are left out)`;
  return { content: [{ type: 'text', text: text.length > MAX_CHARACTERS ? cut : text }] };
}
