/** The apps that a user has connected, as runs use them. */
import type { Ctx } from '@zo/auth';

/** `write` changes something of the user's there, `send` reaches others. */
export type AppEffect = 'read' | 'write' | 'send' | 'delete';

export interface ConnectedAppTool {
  readonly name: string;
  readonly about: string;
  readonly effect: AppEffect;
  /** JSON Schema of its arguments. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** An app that the user has connected, with the tools that are switched on. */
export interface ConnectedApp {
  readonly slug: string;
  readonly name: string;
  readonly account: string;
  /** Whether tools that do more than read are on. */
  readonly writing: boolean;
  readonly tools: readonly ConnectedAppTool[];
}

export interface UsedApp {
  readonly app: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Lists and uses the apps of users. The same key changes something once. */
export interface AppPort {
  list(ctx: Ctx): Promise<ConnectedApp[]>;
  call(ctx: Ctx, used: UsedApp & { key: string }, signal: AbortSignal): Promise<string>;
}
