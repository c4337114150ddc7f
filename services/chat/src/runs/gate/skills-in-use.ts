/** What tools an answer has left once it has read a skill that names them. Nothing that a skill says gives it more. */
import type { ModelMessage } from 'ai';
import { addressOf } from '@zo/proto/location';
import type { KnownSkill } from '../../shapes/shelf-in-prompt.js';
import { parseFilePath } from '../../tools/files/paths.js';

/** A skill cannot take away what reads the next one, and what asks the user. */
const ALWAYS = new Set(['read_file', 'ask_user']);

export class SkillsInUse {
  private allowed: ReadonlySet<string> | undefined;
  private readonly names: string[] = [];

  /** `messages`: of the answer so far. */
  constructor(
    private readonly known: readonly KnownSkill[],
    messages: readonly ModelMessage[] = [],
  ) {
    for (const { role, content } of messages)
      if (role === 'assistant' && typeof content !== 'string')
        for (const part of content) if (part.type === 'tool-call') this.used(part.toolName, part.input);
  }

  /** A call has run. */
  used(tool: string, args: unknown): void {
    if (tool !== 'read_file') return;
    const read = addressIn(args);
    const skill = this.known.find(({ address }) => address === read);
    if (!skill?.allowedTools) return;
    const { allowed } = this;
    this.allowed = new Set(skill.allowedTools.filter((name) => !allowed || allowed.has(name)));
    this.names.push(skill.name);
  }

  /** Why the tool is not to be used now; undefined if it may be. */
  refuses(tool: string): string | undefined {
    if (!this.allowed || this.allowed.has(tool) || ALWAYS.has(tool)) return undefined;
    const left = [...this.allowed].join(', ') || 'none';
    return `The skill ${this.names.join(' and ')} leaves these tools: ${left}. Go on with them, or say what is missing.`;
  }
}

function addressIn(args: unknown): string | undefined {
  const file = (args as { target_file?: unknown } | null)?.target_file;
  if (typeof file !== 'string') return undefined;
  try {
    return addressOf(parseFilePath(file));
  } catch {
    return undefined;
  }
}
