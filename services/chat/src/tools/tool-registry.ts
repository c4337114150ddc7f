/** All tools, and the scope that limits the tools of a run. */
import type { Tool } from './tool.js';

/** Names of tools. Without `allow` all are allowed; `deny` takes precedence. */
export interface ToolScope {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** The tools of one run: tools outside its scope do not exist for it. */
export type ScopedTools = ReadonlyMap<string, Tool>;

export class ToolRegistry {
  private readonly tools = new Map<string, Tool>();

  constructor(tools: Iterable<Tool>) {
    for (const tool of tools) this.register(tool);
  }

  register(tool: Tool): void {
    if (this.tools.has(tool.name)) throw new Error(`the tool ${tool.name} is registered twice`);
    this.tools.set(tool.name, tool);
  }

  get(name: string): Tool | undefined {
    return this.tools.get(name);
  }

  within({ allow, deny }: ToolScope): ScopedTools {
    return new Map([...this.tools].filter(([name]) => (!allow || allow.includes(name)) && !deny?.includes(name)));
  }
}
