/** Reads a chat that was saved here as JSON: one object, whose messages name their parents. */
import { z } from 'zod';
import { type ImportedChat, type Losses, messagesOf, type SourceNode, timeOf } from './imported-chat.js';

const id = z.string().min(1).max(200);
const message = z.looseObject({
  id,
  parent_id: z.string().nullish(),
  role: z.enum(['user', 'assistant']),
  created_at: z.string().nullish(),
  parts: z.array(z.looseObject({ type: z.string() })),
  attachments: z.array(z.looseObject({ title: z.string().nullish(), content: z.string() })).nullish(),
  files: z.array(z.looseObject({ path: z.string().nullish() })).nullish(),
});
const chat = z.looseObject({
  id,
  title: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  /** The end of the branch that was shown; the last message without it. */
  leaf_id: z.string().nullish(),
  messages: z.array(z.unknown()),
});

export const isOfZo = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'messages' in value && 'created_at' in value;

/** Undefined if it is no chat. */
export function readZo(value: unknown, losses: Losses): ImportedChat | undefined {
  const { data } = chat.safeParse(value);
  if (!data) return undefined;
  const nodes = new Map<string, SourceNode>();
  for (const one of data.messages) {
    const { data: found } = message.safeParse(one);
    if (!found) losses.add('messages of an unknown kind');
    else nodes.set(found.id, { id: found.id, parent: found.parent_id ?? null, said: saidIn(found, losses) });
  }
  const createdAt = timeOf(data.created_at) ?? new Date();
  const { messages, placeOf } = messagesOf(nodes, { since: createdAt, losses });
  return {
    source: 'zo',
    id: data.id,
    title: data.title ?? '',
    createdAt,
    updatedAt: timeOf(data.updated_at) ?? createdAt,
    messages,
    leaf: placeOf(data.leaf_id ?? [...nodes.keys()].at(-1)),
  };
}

function saidIn(found: z.infer<typeof message>, losses: Losses): SourceNode['said'] {
  const { role, created_at: at, attachments, files, parts } = found;
  const attached = (attachments ?? []).map(({ title, content }) => `${title || 'Attachment'}:\n\n${content}`);
  for (const { path } of files ?? []) losses.add('files, which are not in the export', path ?? '');
  const text = [...parts.map((part) => textOf(part, losses)), ...attached].filter(Boolean).join('\n\n');
  return { role, text, at: timeOf(at) };
}

function textOf({ type, text, tool }: { type: string; text?: unknown; tool?: unknown }, losses: Losses): string {
  const words = typeof text === 'string' ? text : '';
  if (type === 'text') return words;
  // What the user said while the answer was written stands in it.
  if (type === 'steer') return `You, meanwhile: ${words}`;
  if (type === 'tool') losses.add('calls of tools', typeof tool === 'string' ? tool : '');
  else if (type === 'reasoning') losses.add('thoughts');
  else if (type !== 'summary') losses.add('messages of an unknown kind', type);
  return '';
}
