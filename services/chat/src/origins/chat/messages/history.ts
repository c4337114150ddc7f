/** Converts a conversation to the messages sent to the model. */
import type { ModelMessage } from 'ai';
import type { Part, ToolPart } from '../../../shapes/parts.js';
import { resultPart } from '../../../tools/model-output.js';
import type { ToolResult } from '../../../shapes/tool-result.js';

export interface HistoryMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly parts: readonly Part[];
  readonly files: readonly { id: string; path: string }[];
  readonly attachments: readonly { title: string; content: string }[];
}

const CHARACTERS_PER_TOKEN = 3;
const DEFAULT_CONTEXT = 128_000;
/** Share of the context window reserved for the answer and its tools. */
const ROOM_FOR_ANSWER = 0.35;
const OLD_RESULT_CHARACTERS = 4_000;

/** Returns messages oldest first. If they do not fit, the oldest are replaced by a note. */
export function toModelMessages(
  history: readonly HistoryMessage[],
  context: { files: string; window: number | null },
): ModelMessage[] {
  const budget =
    (context.window ?? DEFAULT_CONTEXT) * (1 - ROOM_FOR_ANSWER) * CHARACTERS_PER_TOKEN - context.files.length;
  const groups = history.map((message, index) =>
    message.role === 'user'
      ? [userMessage(message, index === history.length - 1 ? context.files : '')]
      : assistantMessages(message.parts),
  );
  let room = budget;
  let first = groups.length;
  while (first > 0 && (first === groups.length || room > 0)) {
    room -= JSON.stringify(groups[first - 1]).length;
    if (room <= 0 && first < groups.length) break;
    first -= 1;
  }
  const kept = groups.slice(first).flat();
  if (first === 0) return kept;
  return [
    { role: 'user', content: `(${first} earlier messages of this chat are left out because they do not fit.)` },
    ...kept,
  ];
}

function userMessage(message: HistoryMessage, files: string): ModelMessage {
  const attached = message.attachments.map(
    ({ title, content }) => `<pasted title=${JSON.stringify(title)}>\n${content}\n</pasted>`,
  );
  const named =
    files === '' && message.files.length > 0
      ? [`(files in view: ${message.files.map(({ path }) => path).join(', ')})`]
      : [];
  return {
    role: 'user',
    content:
      [...(files ? [files] : []), ...attached, ...named, message.text].filter(Boolean).join('\n\n') || '(no text)',
  };
}

/** Converts an answer: alternating text and calls with their results. */
function assistantMessages(parts: readonly Part[]): ModelMessage[] {
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
    if (calls.length > 0)
      messages.push({ role: 'tool', content: calls.map((call) => resultPart(call, shorten(call.result))) });
    text = '';
    calls = [];
  };
  for (const part of parts) {
    if (part.type === 'tool') calls.push(part);
    if (part.type !== 'text') continue;
    if (calls.length > 0) close();
    text += part.text;
  }
  close();
  return messages;
}

/** Shortens results of earlier answers; the model can read a file again. */
function shorten(result: ToolResult | undefined): ToolResult | undefined {
  if (result?.type === 'text' && result.text.length > OLD_RESULT_CHARACTERS) {
    return { type: 'text', text: `${result.text.slice(0, OLD_RESULT_CHARACTERS)}\n… (shortened)` };
  }
  if (result?.type !== 'list') return result;
  const text = result.items.join('\n');
  return text.length > OLD_RESULT_CHARACTERS
    ? { type: 'text', text: `${text.slice(0, OLD_RESULT_CHARACTERS)}\n… (shortened)` }
    : result;
}
