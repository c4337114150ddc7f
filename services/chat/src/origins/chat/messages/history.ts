/** Converts a conversation to the messages sent to the model: each time the same ones, with the new ones after them. */
import type { ModelMessage } from 'ai';
import { createHash } from 'node:crypto';
import { marked } from '../../../runs/loop/context-parts.js';
import { steerMessage } from '../../../runs/loop/steering.js';
import { type Summary, summaryMessage } from '../../../runs/loop/summary.js';
import { picturedCalls, type SentStep, stepMessages } from '../../../runs/loop/step-messages.js';
import { type ChatRef, wordsOf } from '../../../shapes/asked.js';
import type { ShownFile } from '../../../shapes/shown-file.js';
import type { Part, ToolPart } from '../../../shapes/parts.js';
import { resultPart } from '../../../tools/model-output.js';

export interface HistoryMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** A program sent it with a token, so that its words are not those of the user. */
  readonly byOthers: boolean;
  /** Empty if the answer has steps. */
  readonly parts: readonly Part[];
  /** The steps of a complete answer, as the model wrote them. */
  readonly steps: readonly SentStep[];
  /** The last summary that was made during the answer. */
  readonly summary: Summary | null;
  readonly model: string | null;
  readonly files: readonly { id: string; path: string }[];
  /** The files and chats as the model was shown them. */
  readonly shownFiles: string | null;
  readonly attachments: readonly { title: string; content: string; path?: string }[];
  readonly chats: readonly ChatRef[];
  readonly shown: readonly ShownFile[];
}

/** What the messages are made for. */
export interface Reader {
  readonly model: string;
  /** By message and call; undefined if the model takes none. */
  readonly pictures: ReadonlyMap<string, readonly Buffer[]> | undefined;
}

/** Returns messages oldest first, from the last summary on. */
export function toModelMessages(history: readonly HistoryMessage[], model: Reader): ModelMessage[] {
  const at = history.findLastIndex(({ summary }) => summary !== null);
  if (at < 0) return history.flatMap((message) => messagesOf(message, model));
  const { summary, ...answer } = history[at]!;
  const question = summary!.before_step === null ? history.slice(Math.max(0, at - 1), at) : [];
  return [
    summaryMessage(summary!.text),
    ...[...question, afterSummary(answer, summary!), ...history.slice(at + 1)].flatMap((message) =>
      messagesOf(message, model),
    ),
  ];
}

type Shown = Omit<HistoryMessage, 'summary'>;

/** The answer without what its summary replaces. An answer that was cut off has no steps, but their parts. */
function afterSummary(answer: Shown, { before_step, kept_calls = 0 }: Summary): Shown {
  if (before_step === null) return answer;
  const at = answer.parts.findLastIndex(({ type }) => type === 'summary');
  const from = keptFrom(answer.parts.slice(0, at), kept_calls) ?? at + 1;
  return { ...answer, steps: answer.steps.filter(({ step }) => step >= before_step), parts: answer.parts.slice(from) };
}

/** Where the last calls begin, with the words before them; undefined if there are none. */
function keptFrom(parts: readonly Part[], calls: number): number | undefined {
  const tools = parts.flatMap(({ type }, at) => (type === 'tool' ? [at] : []));
  const first = calls > 0 ? tools.at(-calls) : undefined;
  if (first === undefined) return undefined;
  return parts.slice(0, first).findLastIndex(({ type }) => type === 'tool' || type === 'summary') + 1;
}

const messagesOf = (message: Shown, reader: Reader): ModelMessage[] =>
  message.role === 'user' ? [userMessage(message, reader)] : assistantMessages(message, reader);

function userMessage(message: Shown, reader: Reader): ModelMessage {
  const { shownFiles, shown, chats } = message;
  const files = shownFiles ? { text: shownFiles, count: shown.length + chats.length } : undefined;
  return marked({ role: 'user', content: contentOf(message, reader) }, { kind: 'said', files });
}

function contentOf(message: Shown, { pictures }: Reader): (ModelMessage & { role: 'user' })['content'] {
  const words = wordsOf(message, message.shownFiles);
  if (!pictures && message.shown.some(hasPictures)) return `${words}\n\n${UNSEEN}`;
  const shown = pictures?.get(message.id) ?? [];
  if (shown.length === 0 && message.shown.some(hasPictures)) return `${words}\n\n${LEFT_OUT}`;
  return shown.length === 0 ? words : [{ type: 'text', text: words }, ...shown.map(picturePart)];
}

const UNSEEN = '(The pictures of this message went to another model; this one takes none.)';

const LEFT_OUT = '(The pictures of this message are left out by now. read_file shows them again.)';

const picturePart = (bytes: Buffer) => ({
  type: 'file' as const,
  mediaType: 'image/jpeg',
  data: bytes.toString('base64'),
});

function assistantMessages({ id, parts, steps, model: author }: Shown, { model, pictures }: Reader): ModelMessage[] {
  const isOwn = author === model;
  if (steps.length === 0)
    return partMessages(isOwn ? parts : parts.map((part, at) => foreignPart(part, `${id} ${at}`)));
  return steps.flatMap((step) => stepMessages(isOwn ? step : foreignStep(step), pictures));
}

/** A step as another model takes it: thoughts carry signatures that only their own model accepts. */
function foreignStep({ content, calls, ...step }: SentStep): SentStep {
  const ids = new Map(calls.map(({ id, callId }) => [callId, shortId(id)]));
  const idOf = (callId: string) => ids.get(callId) ?? shortId(callId);
  return {
    ...step,
    calls: calls.map((call) => ({ ...call, callId: idOf(call.callId) })),
    content: content.flatMap((part) => {
      if (part.type === 'reasoning') return [];
      const { providerOptions: _theirs, ...plain }: typeof part & { providerOptions?: unknown } = part;
      return [plain.type === 'tool-call' ? { ...plain, toolCallId: idOf(plain.toolCallId) } : plain];
    }),
  };
}

const foreignPart = (part: Part, key: string): Part =>
  part.type === 'tool' ? { ...part, call_id: shortId(key) } : part;

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id of a call that every provider takes, the same each time: Mistral wants nine letters and digits. */
const shortId = (key: string): string =>
  [...createHash('sha256').update(key).digest().subarray(0, 9)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** Converts an answer that did not end by itself: alternating text and calls with their results. */
function partMessages(parts: readonly Part[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let text = '';
  let calls: ToolPart[] = [];
  const close = () => {
    if (text === '' && calls.length === 0) return;
    const asked = calls.map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.call_id,
      toolName: call.tool,
      input: call.args ?? {},
    }));
    messages.push({
      role: 'assistant',
      content: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...asked],
    });
    if (calls.length > 0) messages.push({ role: 'tool', content: calls.map((call) => resultPart(call, call.result)) });
    text = '';
    calls = [];
  };
  for (const part of parts) {
    if (part.type === 'tool') calls.push(part);
    if (part.type === 'steer') {
      close();
      messages.push(steerMessage(part));
    }
    if (part.type !== 'text') continue;
    if (calls.length > 0) close();
    text += part.text;
  }
  close();
  return messages;
}

const hasPictures = ({ as }: ShownFile): boolean => as === 'picture' || as === 'pages';

/** The messages and the calls that the model was shown pictures with, oldest first. */
export const picturedIn = (
  history: readonly HistoryMessage[],
): { messages: string[]; calls: string[]; all: string[] } => {
  const messages = history.flatMap(({ id, shown }) => (shown.some(hasPictures) ? [id] : []));
  const callsOf = ({ steps }: HistoryMessage) => steps.flatMap(({ calls }) => picturedCalls(calls));
  const all = history.flatMap((message) => [
    ...(message.shown.some(hasPictures) ? [message.id] : []),
    ...callsOf(message),
  ]);
  return { messages, calls: history.flatMap(callsOf), all };
};

/** Pictures of one request; each time there are more, the oldest are left out ten at a time, which keeps the prefix. */
const MAX_PICTURES = 20;
const DROPPED_AT_ONCE = 10;

/**
 * Which messages and calls of a branch, named oldest first, are shown with their pictures: all of one or none, because
 * words name pictures by their number. The last is always shown.
 */
export function newest(counts: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlySet<string> {
  const count = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  let left = Math.ceil(Math.max(0, count - MAX_PICTURES) / DROPPED_AT_ONCE) * DROPPED_AT_ONCE;
  const isShown = (id: string, at: number) => {
    if (left <= 0 || at === ids.length - 1) return true;
    left -= counts.get(id) ?? 0;
    return false;
  };
  return new Set(ids.filter(isShown));
}
