/** Replaces the beginning of what a model is sent by a summary: the same way when it is made and each time later. */
import type { ModelMessage, ToolResultPart } from 'ai';
import { wordsOf as wordsOfContent } from '../../tools/picture-output.js';
import { marked } from './context-parts.js';
import { tokensOf } from './context-window.js';

export interface Summary {
  readonly text: string;
  /** The first step of its answer that is still sent as it was; null: the question before it, too. */
  readonly before_step: number | null;
  /** How many calls of its answer are still sent that were done before it. */
  readonly kept_calls?: number;
}

/** What a model is sent during a run. */
export interface Sent {
  readonly messages: ModelMessage[];
  /** Index of the request; -1 if a summary has replaced it. */
  request: number;
  /** The step that the first message of the assistant after the request belongs to. */
  firstStep: number;
  /** False once messages were left out without a summary: later requests could not repeat where one began. */
  canSummarise: boolean;
}

const KEPT = 0.4;
/** Characters of one message that the summary is made from. */
const MOST = { user: 8_000, assistant: 4_000, tool: 500 } as const;

export const summaryMessage = (text: string): ModelMessage =>
  marked(
    {
      role: 'user',
      content: `(Earlier messages of this chat are left out. This summary of them was written for you.)\n\n${text}`,
    },
    { kind: 'summary' },
  );

export interface Cut {
  /** Index of the first message that stays. */
  readonly at: number;
  readonly beforeStep: number | null;
}

/** Where the beginning may end: as early as the rest is small enough. Undefined if there is no beginning. */
export function findCut(sent: Sent, room: number): Cut | undefined {
  const cuts = cutsOf(sent).filter(({ at }) => at > (sent.request < 0 ? 1 : 0));
  return cuts.find(({ at }) => tokensOf(sent.messages.slice(at)) <= room * KEPT) ?? cuts.at(-1);
}

/**
 * Before the request and before each step, with what the user said since the step before it. The results of the last
 * step stay, because the model has not seen them yet.
 */
function cutsOf({ messages, request, firstStep }: Sent): Cut[] {
  const cuts: Cut[] = request > 0 ? [{ at: request, beforeStep: null }] : [];
  let [step, from] = [firstStep, Math.max(request, 0) + 1];
  for (let index = from; index < messages.length; index++) {
    if (messages[index]!.role !== 'assistant') continue;
    if (index > Math.max(request, 0) + 1) cuts.push({ at: from, beforeStep: step });
    step++;
    from = messages[index + 1]?.role === 'tool' ? index + 2 : index + 1;
  }
  if (step > firstStep && messages[from - 1]!.role !== 'tool') cuts.push({ at: from, beforeStep: step });
  return cuts;
}

export const resultsIn = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, { role, content }) => sum + (role === 'tool' ? content.length : 0), 0);

export function replaceBeginning(sent: Sent, { at, beforeStep }: Cut, text: string): void {
  sent.messages.splice(0, at, summaryMessage(text));
  sent.request = beforeStep === null ? 1 : -1;
  if (beforeStep !== null) sent.firstStep = beforeStep;
}

/** What the summary is made from, oldest first, within `most` tokens: of too much, the middle is left out. */
export function transcriptOf(messages: readonly ModelMessage[], most: number): string {
  const lines = messages.map((message) => {
    const words = wordsOf(message);
    const limit = message.role === 'system' ? 0 : MOST[message.role];
    return `${NAMES[message.role]}: ${words.length > limit ? `${words.slice(0, limit).toWellFormed()} …` : words}`;
  });
  const [first = '', ...others] = lines;
  const recent: string[] = [];
  let left = most - tokensOf([{ role: 'user', content: first }]);
  for (const line of others.toReversed()) {
    left -= tokensOf([{ role: 'user', content: line }]);
    if (left < 0) break;
    recent.unshift(line);
  }
  return [first, ...(recent.length < others.length ? ['…'] : []), ...recent].join('\n\n');
}

const NAMES = { system: 'System', user: 'Person', assistant: 'Assistant', tool: 'Result' } as const;

function wordsOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-call') return `[${part.toolName} ${JSON.stringify(part.input)}]`;
      if (part.type === 'tool-result') return wordsOfResult(part.output);
      return '';
    })
    .filter(Boolean)
    .join('\n');
}

function wordsOfResult(output: ToolResultPart['output']): string {
  if (output.type === 'content') return wordsOfContent(output.value);
  return 'value' in output ? JSON.stringify(output.value) : '';
}
