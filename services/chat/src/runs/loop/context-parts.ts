/** Counts what a model is sent, by kind. */
import type { ModelMessage, ToolSet } from 'ai';
import { estimateTokens } from '../../models/estimate.js';
import { contextKind, type ContextKind, type ContextPart } from '../../shapes/context-receipt.js';
import type { ShelfInPrompt } from '../../shapes/shelf-in-prompt.js';
import { picturesIn, wordsOf } from '../../tools/picture-output.js';
import { PICTURE_TOKENS } from '../../shapes/shown-file.js';

interface Sent {
  readonly instructions: string;
  readonly shelf: ShelfInPrompt;
  readonly tools: ToolSet;
  readonly messages: readonly ModelMessage[];
}

interface Mark {
  readonly kind: 'summary' | 'left_out' | 'said';
  /** The files and chats that the message begins with. */
  readonly files?: { readonly text: string; readonly count: number };
}

/** What is not to be seen in a message itself. */
const marks = new WeakMap<ModelMessage, Mark>();

export function marked(message: ModelMessage, mark: Mark): ModelMessage {
  marks.set(message, mark);
  return message;
}

/** The kinds of which there is something, in the order in which they are sent. */
export function partsOf({ instructions, shelf, tools, messages }: Sent): ContextPart[] {
  const counts = new Map<ContextKind, { count: number; tokens: number }>();
  const add = (kind: ContextKind, count: number, tokens: number) => {
    const before = counts.get(kind) ?? { count: 0, tokens: 0 };
    counts.set(kind, { count: before.count + count, tokens: before.tokens + tokens });
  };
  const [memory, skills] = [shelf.memory, shelf.skills].map((block) => (block ? estimateTokens(block.text) : 0));
  add('system', 1, Math.max(0, estimateTokens(instructions) - memory! - skills!));
  if (shelf.memory) add('memory', shelf.memory.count, memory!);
  if (shelf.skills) add('skill', shelf.skills.count, skills!);
  add('tools', Object.keys(tools).length, tokensOfTools(tools));
  for (const message of messages) addMessage(message, add);
  return contextKind.options.flatMap((kind) => {
    const found = counts.get(kind);
    return found && found.count > 0 ? [{ kind, ...found }] : [];
  });
}

/** Tokens of what each request has beside its messages. */
export const fixedTokens = (sent: Omit<Sent, 'messages'>): number =>
  partsOf({ ...sent, messages: [] }).reduce((sum, { tokens }) => sum + tokens, 0);

const toolTokens = new WeakMap<object, number>();

function tokensOfTools(tools: ToolSet): number {
  return Object.entries(tools).reduce((sum, [name, tool]) => {
    const known = toolTokens.get(tool) ?? estimateTokens(JSON.stringify([name, tool.description, tool.inputSchema]));
    toolTokens.set(tool, known);
    return sum + known;
  }, 0);
}

type Add = (kind: ContextKind, count: number, tokens: number) => void;

function addMessage(message: ModelMessage, add: Add): void {
  const { role, content } = message;
  if (role === 'user') return addSaid(message, add);
  if (role === 'tool') return addResults(content, add);
  const tokens = estimateTokens(typeof content === 'string' ? content : JSON.stringify(content));
  if (role === 'assistant') add('answers', 1, tokens);
}

function addResults(content: (ModelMessage & { role: 'tool' })['content'], add: Add): void {
  let pictures = 0;
  const words = content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
    pictures += picturesIn(part.output.value).length;
    return { ...part, output: wordsOf(part.output.value) };
  });
  add('results', content.length, estimateTokens(JSON.stringify(words)));
  if (pictures > 0) add('pictures', pictures, pictures * PICTURE_TOKENS);
}

function addSaid(message: ModelMessage & { role: 'user' }, add: Add): void {
  const { kind, files } = marks.get(message) ?? { kind: 'said' as const };
  const parts =
    typeof message.content === 'string' ? [{ type: 'text' as const, text: message.content }] : message.content;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const pictures = parts.filter(({ type }) => type === 'file').length;
  if (pictures > 0) add('pictures', pictures, pictures * PICTURE_TOKENS);
  if (kind !== 'said') return add(kind, 1, estimateTokens(text));
  if (files) add('files', files.count, estimateTokens(files.text));
  add('words', 1, estimateTokens(files && text.startsWith(files.text) ? text.slice(files.text.length) : text));
}
