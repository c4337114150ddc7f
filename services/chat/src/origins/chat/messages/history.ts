/** Converts a conversation to the messages sent to the model: each time the same ones, with the new ones after them. */
import type { ModelMessage } from 'ai';
import { countLeftOut, tokensOf } from '../../../runs/loop/context-window.js';
import { steerMessage } from '../../../runs/loop/steering.js';
import { type SentStep, stepMessages } from '../../../runs/loop/step-messages.js';
import { wordsOf } from '../../../shapes/asked.js';
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
  readonly model: string | null;
  readonly files: readonly { id: string; path: string }[];
  /** The files as the model was shown them. */
  readonly shownFiles: string | null;
  readonly attachments: readonly { title: string; content: string }[];
}

/** Returns messages oldest first. If they do not fit, the oldest are replaced by a note. */
export function toModelMessages(
  history: readonly HistoryMessage[],
  { window, model }: { window: number | null; model: string },
): ModelMessage[] {
  const groups = history.map((message) =>
    message.role === 'user' ? [userMessage(message)] : assistantMessages(message, model),
  );
  const first = countLeftOut(groups.map(tokensOf), window);
  const kept = groups.slice(first).flat();
  if (first === 0) return kept;
  return [
    { role: 'user', content: `(${first} earlier messages of this chat are left out because they do not fit.)` },
    ...kept,
  ];
}

const userMessage = (message: HistoryMessage): ModelMessage => ({
  role: 'user',
  content: wordsOf(message, message.shownFiles),
});

function assistantMessages({ parts, steps, model: author }: HistoryMessage, model: string): ModelMessage[] {
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
