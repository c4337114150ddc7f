/** All tools, and the scope that limits the tools of a run. */
import type { OpenMedia } from '../media/media-models.service.js';
import type { SearchPort } from '../search/search-port.js';
import type { Connected, Tool } from './tool.js';

/** Names of tools. Without `allow` all are allowed; `deny` takes precedence. */
export interface ToolScope {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export const isInScope = ({ allow, deny }: ToolScope, name: string): boolean =>
  (!allow || allow.includes(name)) && !deny?.includes(name);

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

  within(scope: ToolScope, connected: ReadonlySet<Connected> = new Set()): ScopedTools {
    const exists = ({ requires }: Tool) => requires === undefined || connected.has(requires);
    return new Map([...this.tools].filter(([name, tool]) => isInScope(scope, name) && exists(tool)));
  }
}

/** What a user with this web search, these models for media and so many machines has connected. */
export const connectedBy = (
  search: SearchPort | undefined,
  media: OpenMedia,
  machines: number,
): ReadonlySet<Connected> =>
  new Set<Connected>([
    ...(search ? (['web-search'] as const) : []),
    ...(search?.images ? (['image-search'] as const) : []),
    ...(media.images ? (['images'] as const) : []),
    ...(media.videos ? (['videos'] as const) : []),
    ...(media.speech ? (['transcription'] as const) : []),
    ...(machines > 0 ? (['machines'] as const) : []),
  ]);
