/** Converts a conversation to the messages sent to the model: each time the same ones, with the new ones after them. */
import type { ModelMessage } from 'ai';
import { steerMessage } from '../../../runs/loop/steering.js';
import { type Summary, summaryMessage } from '../../../runs/loop/summary.js';
import { type SentStep, stepMessages } from '../../../runs/loop/step-messages.js';
import { type ChatRef, wordsOf } from '../../../shapes/asked.js';
import type { Part, ToolPart } from '../../../shapes/parts.js';
import { resultPart } from '../../../tools/model-output.js';

export interface HistoryMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
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
  readonly attachments: readonly { title: string; content: string }[];
  readonly chats: readonly ChatRef[];
}

/** Returns messages oldest first, from the last summary on. */
export function toModelMessages(history: readonly HistoryMessage[], model: string): ModelMessage[] {
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

/** The answer without what its summary replaces. An answer that was cut off has no steps, and all after it stays. */
function afterSummary(answer: Shown, { before_step }: Summary): Shown {
  if (before_step === null) return answer;
  const from = answer.parts.findLastIndex(({ type }) => type === 'summary') + 1;
  return { ...answer, steps: answer.steps.filter(({ step }) => step >= before_step), parts: answer.parts.slice(from) };
}

const messagesOf = (message: Shown, model: string): ModelMessage[] =>
  message.role === 'user' ? [userMessage(message)] : assistantMessages(message, model);

const userMessage = (message: Shown): ModelMessage => ({
  role: 'user',
  content: wordsOf(message, message.shownFiles),
});

function assistantMessages({ parts, steps, model: author }: Shown, model: string): ModelMessage[] {
  if (steps.length === 0) return partMessages(parts);
  // Thoughts carry signatures that only their own model accepts.
  const isOwn = author === model;
  return steps.flatMap(({ asked, content, calls }) =>
    stepMessages({ asked, calls, content: isOwn ? content : content.filter(({ type }) => type !== 'reasoning') }),
  );
}

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
