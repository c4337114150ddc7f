/** What a tool is: arguments, class of what it can do, and one function. */
import type { Computer } from '@zo/computer-client';
import type { z } from 'zod';
import type { ToolResult } from '../shapes/tool-result.js';
import type { Location } from '@zo/proto/location';

/** What a tool can touch; the gate decides by class, never by name. */
export type ToolClass = 'read-local' | 'write-local' | 'exec';

/** What a call did to one file: hashes of the bytes before and after, null where there was no file. */
export interface Touched {
  readonly path: Location;
  readonly kind: 'read' | 'write';
  readonly before?: string | null;
  readonly after: string | null;
  /** Bytes to put back on undo; absent when they are too many to keep. */
  readonly content?: Uint8Array;
}

/** What a call has from its run. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Text of a running command, shown while it runs. */
  readonly output: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Notes a file this call has read. */
  readonly hasRead: (path: Location, hash: string) => void;
  /** Keeps what stands in a file; to be awaited before the write itself, so that a crash between leaves an undo. */
  readonly willWrite: (touched: Touched) => Promise<void>;
  /** Hash of the file as this thread last saw it; undefined when it never did. */
  readonly seen: (path: Location) => Promise<string | undefined>;
}

/** The same for a tool that works on the user's computer, which is awake by then. */
export interface ToolContext extends CallContext {
  readonly computer: Computer;
}

/** What a tool needs to run, and what it is given for it. */
interface Contexts {
  readonly none: CallContext;
  readonly computer: ToolContext;
}

interface ToolWith<N extends keyof Contexts, S extends z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly class: ToolClass;
  /** Only `computer` wakes the computer. */
  readonly needs: N;
  /** Whether calls of it may run at the same time as their neighbours that may too. */
  readonly parallel: boolean;
  readonly input: S;
  /** Throws `ToolError` for what the model can correct. */
  readonly execute: (args: z.infer<S>, context: Contexts[N]) => Promise<ToolResult>;
}

export type Tool = { [N in keyof Contexts]: ToolWith<N, z.ZodType> }[keyof Contexts];

export const defineTool = <N extends keyof Contexts, S extends z.ZodType>(tool: ToolWith<N, S>): Tool =>
  tool as unknown as Tool;
export const text = (value: string): ToolResult => ({ type: 'text', text: value });
