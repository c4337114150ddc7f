import { z } from 'zod';
import { settingsShape } from '../../../models/models.dto.js';
import { parseAddress } from '@zo/proto/location';

const MAX_TEXT = 1_000_000;

const filePath = z
  .string()
  .min(1)
  .max(4_100)
  .refine((path) => path.isWellFormed() && !path.includes('\u0000'), 'must be plain text')
  .refine((path) => !path.split('/').some((part) => part === '..' || part === '.'), 'must not contain “.” or “..”')
  .refine((path) => parseAddress(path).path.length > 0, 'must name a file or folder');
const fileRef = z.strictObject({ id: z.string().min(1).max(200), path: filePath });

/** CH-04: an attachment made from pasted text. The server counts lines and characters itself. */
const attachment = z.strictObject({
  id: z.string().min(1).max(200),
  kind: z.literal('text'),
  title: z.string().max(200),
  content: z.string().min(1).max(MAX_TEXT),
  lineCount: z.int().min(0),
  charCount: z.int().min(0),
  createdAt: z.union([z.string().max(100), z.number()]),
  /** The file that it is a part of. It counts as pasted where it does not stand in that file. */
  path: filePath.optional(),
});

const chatRef = z.strictObject({ id: z.uuid(), title: z.string().max(200) });
const MAX_CHATS = 5;

export const newMessage = z.strictObject({
  /** Chosen by the client: a message that is sent again, because the answer to it was lost, is taken once. */
  id: z.uuid().optional(),
  text: z.string().max(MAX_TEXT),
  parent_id: z.uuid().nullish(),
  /** A message of the chat that is answered once more, beside its other answers, instead of a new message. */
  answer_to: z.uuid().optional(),
  files: z.array(fileRef).max(50).default([]),
  attachments: z.array(attachment).max(3, 'at most 3 attachments').default([]),
  chats: z.array(chatRef).max(MAX_CHATS, `at most ${MAX_CHATS} chats`).default([]),
  model: z.string().min(1).max(300).optional(),
  settings: z.strictObject(settingsShape).optional(),
});
export const sendInput = newMessage.refine(
  ({ answer_to, text, parent_id }) => !answer_to || (text === '' && parent_id === undefined),
  'what is answered once more has its words and its place already',
);
export const sent = z
  .strictObject({ conversation_id: z.uuid(), message_id: z.uuid(), run_id: z.uuid(), assistant_message_id: z.uuid() })
  .meta({ id: 'Sent' });
export type Sent = z.infer<typeof sent>;
export type SendInput = z.infer<typeof sendInput>;

/** The id of a chat, or `new`. */
export const conversationOrNew = z.union([z.uuid(), z.literal('new')]);
