import { z } from 'zod';

const MAX_TEXT = 50_000;
const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const text = z
  .string()
  .trim()
  .min(1, 'write something')
  .max(MAX_TEXT, 'a message has at most 50,000 characters')
  .refine(isText, 'a message must be plain text');

const CURSOR = /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
export const channel = z.enum(['email', 'sms', 'push', 'telegram']);
export const listQuery = z.strictObject({
  channel: channel.optional(),
  held: z.literal('true').optional(),
  before: z.string().regex(CURSOR, 'must be the cursor of a page').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ListQuery = z.infer<typeof listQuery>;

export function cursorIn(cursor: string | undefined) {
  const [, at, id] = CURSOR.exec(cursor ?? '') ?? [];
  return at && id ? { createdAt: new Date(Number(at)), id } : undefined;
}

/** Who is to have written the reply: the person, somebody unknown, or somebody who forges the person's address. */
export const reply = z.strictObject({ text, as: z.enum(['sender', 'stranger', 'forger']).default('sender') });
export type Reply = z.infer<typeof reply>;

export const newMail = z.strictObject({
  subject: z
    .string()
    .trim()
    .max(300, 'a subject has at most 300 characters')
    .refine(isText, 'a subject must be plain text'),
  text,
});
export type NewMailInput = z.infer<typeof newMail>;

/** `always`: the sender is also let in from now on. */
export const letIn = z.strictObject({ always: z.boolean().default(false) });
export type LetIn = z.infer<typeof letIn>;
