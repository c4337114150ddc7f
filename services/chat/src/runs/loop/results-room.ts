/**
 * Keeps the results of a step within a part of the model's window, so that a model with a small one sees the beginning
 * and the end of what it asked for, instead of a summary of it.
 */
import type { ModelMessage, ToolResultPart } from 'ai';
import { estimateTokens } from '../../models/estimate.js';
import { clipped } from '../../tools/model-output.js';
import { sizeOf } from './context-window.js';

/** Share of a window that the results of one step may take. */
const SHARE = 0.25;

/** Clips the messages of one run. */
export class ResultsRoom {
  private readonly whole = new WeakMap<ModelMessage, ModelMessage>();

  /** @param window tokens; null if unknown, undefined for the built-in helper, which has none */
  constructor(public window: number | null | undefined) {}

  fitAll(messages: readonly ModelMessage[]): ModelMessage[] {
    return messages.map((message) => this.fit(message));
  }

  /** A message that was clipped for another window before is clipped anew. */
  fit(message: ModelMessage): ModelMessage {
    const original = this.whole.get(message) ?? message;
    const fitted = this.window === undefined ? original : clipResults(original, this.window);
    this.whole.set(fitted, original);
    return fitted;
  }
}

/**
 * Clips the results of a step where they exceed their share; short ones are whole, and longer ones share what is left.
 * The cut depends on the results and the window only, so that a later request repeats it.
 */
function clipResults(message: ModelMessage, window: number | null): ModelMessage {
  if (message.role !== 'tool') return message;
  const sizes = message.content.map((part) => estimateTokens(textOf(part)));
  const most = fairLimit(sizes, Math.floor(sizeOf(window) * SHARE));
  if (sizes.every((size) => size <= most)) return message;
  const content = message.content.map((part, index) =>
    part.type === 'tool-result' && sizes[index]! > most ? clip(part, most / sizes[index]!) : part,
  );
  return { ...message, content };
}

/** The size above which a result is clipped, so that all together fit. */
function fairLimit(sizes: readonly number[], room: number): number {
  let left = room;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const fair = left / (sizes.length - index);
    if (size > fair) return fair;
    left -= size;
  }
  return Infinity;
}

function textOf(part: (ModelMessage & { role: 'tool' })['content'][number]): string {
  if (part.type !== 'tool-result') return '';
  const { output } = part;
  if (output.type === 'content') return output.value.map((item) => (item.type === 'text' ? item.text : '')).join('');
  return output.type === 'text' ? output.value : '';
}

/** @param share of the text that is kept */
function clip(part: ToolResultPart, share: number): ToolResultPart {
  const { output } = part;
  const kept = (text: string) => clipped(text, Math.floor(text.length * share));
  if (output.type === 'text') return { ...part, output: { ...output, value: kept(output.value) } };
  if (output.type !== 'content') return part;
  const value = output.value.map((item) => (item.type === 'text' ? { ...item, text: kept(item.text) } : item));
  return { ...part, output: { ...output, value } };
}
