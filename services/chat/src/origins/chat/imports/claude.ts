/** Reads the chats of an export of Claude: `conversations.json`, a list of messages for each. */
import { z } from 'zod';
import { type ImportedChat, type Losses, messagesOf, type SourceNode, timeOf } from './imported-chat.js';

const id = z.string().min(1).max(200);
const message = z.looseObject({
  uuid: id,
  sender: z.string(),
  text: z.string().nullish(),
  content: z.array(z.looseObject({ type: z.string() })).nullish(),
  created_at: z.string().nullish(),
  /** In exports since 2025: answers that were tried again are branches. */
  parent_message_uuid: z.string().nullish(),
  attachments: z
    .array(z.looseObject({ file_name: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.looseObject({ file_name: z.string().nullish() })).nullish(),
});
const chat = z.looseObject({
  uuid: id,
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  current_leaf_message_uuid: z.string().nullish(),
  chat_messages: z.array(z.unknown()),
});

export const isOfClaude = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'chat_messages' in value;

/** Undefined if it is no chat. */
export function readClaude(value: unknown, losses: Losses): ImportedChat | undefined {
  const { data } = chat.safeParse(value);
  if (!data) return undefined;
  const nodes = new Map<string, SourceNode>();
  let before: string | null = null;
  for (const one of data.chat_messages) {
    const { data: found } = message.safeParse(one);
    if (!found) {
      losses.add('messages of an unknown kind');
      continue;
    }
    const { uuid, parent_message_uuid: parent } = found;
    nodes.set(uuid, { id: uuid, parent: parent === undefined ? before : parent, said: saidIn(found, losses) });
    before = uuid;
  }
  const createdAt = timeOf(data.created_at) ?? new Date();
  const { messages, placeOf } = messagesOf(nodes, { since: createdAt, losses });
  return {
    source: 'claude',
    id: data.uuid,
    title: data.name ?? '',
    createdAt,
    updatedAt: timeOf(data.updated_at) ?? createdAt,
    messages,
    leaf: placeOf(data.current_leaf_message_uuid ?? before ?? undefined),
  };
}

function saidIn(found: z.infer<typeof message>, losses: Losses): SourceNode['said'] {
  const { sender, created_at: at, attachments, files } = found;
  if (sender !== 'human' && sender !== 'assistant') return void losses.add('messages of an unknown kind', sender);
  const attached = (attachments ?? []).flatMap(({ file_name: name, extracted_content: content }) => {
    if (content) return [`${name ?? 'Attachment'}:\n\n${content}`];
    losses.add('attachments', name ?? '');
    return [];
  });
  for (const { file_name: name } of files ?? []) losses.add('files, which are not in the export', name ?? '');
  const text = [textOf(found, losses), ...attached].filter(Boolean).join('\n\n');
  return { role: sender === 'human' ? 'user' : 'assistant', text, at: timeOf(at) };
}

function textOf({ text, content }: z.infer<typeof message>, losses: Losses): string {
  if (!content || content.length === 0) return text ?? '';
  return content
    .flatMap((block): string[] => {
      if (block.type === 'text') return typeof block['text'] === 'string' ? [block['text']] : [];
      if (block.type === 'thinking') losses.add('thoughts');
      else if (block.type === 'tool_use') losses.add('calls of tools', String(block['name'] ?? ''));
      else if (block.type === 'tool_result') losses.add('results of tools', String(block['name'] ?? ''));
      else if (block.type === 'image') losses.add('pictures');
      else if (block.type !== 'token_budget') losses.add('messages of an unknown kind', block.type);
      return [];
    })
    .join('\n\n');
}
