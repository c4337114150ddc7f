import { z } from 'zod';
import type { Message } from './message.entity.js';
import { channel } from './messages.dto.js';

const shape = {
  id: z.uuid(),
  channel,
  direction: z.enum(['in', 'out']),
  state: z.enum(['arrived', 'received', 'held', 'ignored', 'bounce', 'queued', 'kept', 'sent', 'failed']),
  why: z.string().nullable(),
  peer: z.string(),
  subject: z.string(),
  /** The first words. */
  preview: z.string(),
  conversation_id: z.uuid().nullable(),
  answers_id: z.uuid().nullable(),
  bytes: z.int(),
  files: z.array(z.string()),
  created_at: z.iso.datetime(),
};
export const message = z.strictObject(shape).meta({ id: 'OutboxMessage' });
export const messageList = z
  .strictObject({ items: z.array(message), next: z.string().nullable() })
  .meta({ id: 'OutboxMessages' });
export const messageDetail = z
  .strictObject({
    ...shape,
    body: z.string(),
    /** As mail programs show what left; null for everything else. */
    html: z.string().nullable(),
    /** As they are in the mail, before its first empty line; null if its bytes are no longer stored. */
    headers: z.string().nullable(),
    replies: z.array(message),
  })
  .meta({ id: 'OutboxMessageDetail' });

const MAX_PREVIEW = 140;

export const present = (row: Message): z.input<typeof message> => ({
  id: row.id,
  channel: row.channel,
  direction: row.direction,
  state: row.state,
  why: row.why,
  // The number of a chat says nothing to anybody.
  peer: row.channel === 'telegram' ? 'Telegram' : row.peer,
  subject: row.subject,
  preview: row.body.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_PREVIEW).toWellFormed(),
  conversation_id: row.conversationId,
  answers_id: row.answersId,
  bytes: row.bytes,
  files: [...row.files],
  created_at: row.createdAt.toISOString(),
});
