/** What a visitor is shown of a chat: what was said, and which tools were used. Neither files nor results. */
import { z } from 'zod';
import type { Part } from '../../../shapes/parts.js';
import type { BranchMessage } from '../messages/messages.repository.js';

const sharedPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  /** What the user said while the answer was written. */
  z.strictObject({ type: z.literal('steer'), text: z.string() }),
  z.strictObject({
    type: z.literal('tool'),
    tool: z.string(),
    /** It did not run, or not to its end. */
    failed: z.literal(true).optional(),
  }),
]);
const sharedMessage = z
  .strictObject({
    role: z.enum(['user', 'assistant']),
    parts: z.array(sharedPart),
    /** Names of files and titles of pasted texts, without what is in them. */
    carried: z.array(z.string()),
  })
  .meta({ id: 'SharedMessage' });
export const sharedChat = z
  .strictObject({
    title: z.string().nullable(),
    shared_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    messages: z.array(sharedMessage),
    /** Earlier messages are left out. */
    is_cut: z.boolean(),
  })
  .meta({ id: 'SharedChat' });

type SharedPart = z.infer<typeof sharedPart>;

export function presentShared({ role, text, parts, files, attachments }: BranchMessage): z.infer<typeof sharedMessage> {
  const names = files.map(({ path }) => path.split('/').at(-1)!);
  return {
    role,
    parts: role === 'user' ? [{ type: 'text', text }] : parts.flatMap(sharedPartOf),
    carried: [...names, ...attachments.map(({ title }) => title)],
  };
}

function sharedPartOf(part: Part): SharedPart[] {
  if (part.type === 'text' || part.type === 'steer') return [{ type: part.type, text: part.text }];
  if (part.type !== 'tool') return [];
  const failed = part.state === 'error' || part.state === 'denied';
  return [{ type: 'tool', tool: part.tool, ...(failed && { failed }) }];
}
