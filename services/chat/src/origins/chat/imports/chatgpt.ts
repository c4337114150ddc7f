/** Reads the chats of an export of ChatGPT: `conversations.json`, a tree of messages for each. */
import { z } from 'zod';
import { type ImportedChat, type Losses, messagesOf, type SourceNode, timeOf } from './imported-chat.js';

const id = z.string().min(1).max(200);
const message = z.looseObject({
  author: z.looseObject({ role: z.string() }),
  create_time: z.number().nullish(),
  recipient: z.string().nullish(),
  content: z.looseObject({ content_type: z.string() }).nullish(),
  metadata: z.looseObject({ is_visually_hidden_from_conversation: z.boolean().nullish() }).nullish(),
});
const chat = z.looseObject({
  id: id.nullish(),
  conversation_id: id.nullish(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), z.looseObject({ parent: z.string().nullish(), message: z.unknown() })),
});

export const isOfChatGpt = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'mapping' in value;

/** Undefined if it is no chat. */
export function readChatGpt(value: unknown, losses: Losses): ImportedChat | undefined {
  const { data } = chat.safeParse(value);
  const own = data?.conversation_id ?? data?.id;
  if (!data || !own) return undefined;
  const nodes = new Map<string, SourceNode>();
  for (const [key, node] of Object.entries(data.mapping))
    nodes.set(key, { id: key, parent: node.parent ?? null, said: saidIn(node.message, losses) });
  const createdAt = timeOf(data.create_time) ?? new Date();
  const { messages, placeOf } = messagesOf(nodes, { since: createdAt, losses });
  return {
    source: 'chatgpt',
    id: own,
    title: data.title ?? '',
    createdAt,
    updatedAt: timeOf(data.update_time) ?? createdAt,
    messages,
    leaf: placeOf(data.current_node ?? undefined),
  };
}

function saidIn(value: unknown, losses: Losses): SourceNode['said'] {
  if (value === null || value === undefined) return undefined;
  const { data } = message.safeParse(value);
  if (!data) return void losses.add('messages of an unknown kind');
  const { author, content, recipient, metadata } = data;
  if (author.role === 'system' || metadata?.is_visually_hidden_from_conversation) return undefined;
  if (author.role === 'tool') return void losses.add('results of tools');
  if (author.role !== 'user' && author.role !== 'assistant')
    return void losses.add('messages of an unknown kind', author.role);
  if (recipient && recipient !== 'all') return void losses.add('calls of tools', recipient);
  const text = content ? textOf(content, losses) : '';
  return { role: author.role, text, at: timeOf(data.create_time ?? undefined) };
}

function textOf(content: Readonly<Record<string, unknown>>, losses: Losses): string {
  const { content_type: type, parts, text, language } = content;
  if ((type === 'text' || type === 'multimodal_text') && Array.isArray(parts))
    return parts
      .map((part: unknown) => partOf(part, losses))
      .filter(Boolean)
      .join('\n\n');
  if (type === 'code' && typeof text === 'string') return fenced(text, typeof language === 'string' ? language : '');
  if (type === 'thoughts' || type === 'reasoning_recap') losses.add('thoughts');
  else if (type !== 'user_editable_context' && type !== 'model_editable_context')
    losses.add('messages of an unknown kind', String(type));
  return '';
}

function partOf(part: unknown, losses: Losses): string {
  if (typeof part === 'string') return part;
  const { content_type: type, text } = (part ?? {}) as { content_type?: unknown; text?: unknown };
  if (type === 'audio_transcription' && typeof text === 'string') return text;
  losses.add(type === 'image_asset_pointer' ? 'pictures' : 'recordings and other files', String(type ?? ''));
  return '';
}

function fenced(text: string, language: string): string {
  const marks = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${marks}${/^[a-z0-9+#-]{1,20}$/i.test(language) && language !== 'unknown' ? language : ''}\n${text}\n${marks}`;
}
