/** TL-03: makes a model use the tools that the user's message names, one at each step; a skill is read first. */
import { APICallError, type ToolChoice, type ToolSet } from 'ai';
import type { KnownSkill } from '../../shapes/shelf-in-prompt.js';
import { skillsMentionedIn, toolsMentionedIn } from '../../tools/mentions.js';
import type { ScopedTools } from '../../tools/tool-registry.js';

export type NamedTool = Extract<ToolChoice<ToolSet>, { type: 'tool' }>;

export class NamedTools {
  private waiting: string[] = [];

  constructor(
    private readonly tools: ScopedTools,
    private readonly skills: readonly KnownSkill[] = [],
  ) {}

  add(text: string): void {
    const skills = skillsMentionedIn(text).filter((name) => this.skills.some((skill) => skill.name === name));
    const named = [...(skills.length > 0 ? ['read_file'] : []), ...toolsMentionedIn(text)];
    this.waiting = [...new Set([...this.waiting, ...named.filter((name) => this.tools.has(name))])];
  }

  /** The tool that the next step has to use; each is asked for once. */
  take(): NamedTool | undefined {
    const toolName = this.waiting.shift();
    return toolName === undefined ? undefined : { type: 'tool', toolName };
  }

  /** A step has used these by itself. */
  used(names: Iterable<string>): void {
    const used = new Set(names);
    this.waiting = this.waiting.filter((name) => !used.has(name));
  }
}

/**
 * Some models take no choice of tools, such as those that think first. The words of the message still name the tool.
 */
export const refusesChoice = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  [400, 404, 422, 501].includes(error.statusCode ?? 0) &&
  /tool.?choice|toolConfig|function.?calling/i.test(`${error.message} ${error.responseBody ?? ''}`);
