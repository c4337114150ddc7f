import { z } from 'zod';

export const CONVERSATION_TYPES = ['main', 'greeting', 'sms', 'email', 'schedule'] as const;
export type ConversationType = (typeof CONVERSATION_TYPES)[number];
export const conversationType = z.enum(CONVERSATION_TYPES);

const CONTROL = /[\u0000-\u001f\u007f]/;
export const eventId = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed() && !CONTROL.test(text), 'must be plain text')
  .refine((text) => text !== '__proto__', 'cannot be the id of an event');

interface Named {
  readonly conversation_type: ConversationType;
  readonly event_id?: string | null;
}
const SCHEDULE = {
  error: 'a schedule is named by its event_id, and nothing else has one',
  path: ['event_id'],
};
const namesEvent = ({ conversation_type, event_id }: Named) =>
  (conversation_type === 'schedule') === (event_id != null);

/** Which conversations are meant. */
export const setActive = z
  .strictObject({ conversation_type: conversationType, event_id: eventId.nullish() })
  .refine(namesEvent, SCHEDULE);
/** Without a type, the conversations of the chat are meant, as by `PUT active/{id}`. */
export const clearActive = z
  .strictObject({ conversation_type: conversationType.default('main'), event_id: eventId.nullish() })
  .refine(namesEvent, SCHEDULE)
  .default({ conversation_type: 'main' });
export type Conversations = z.infer<typeof setActive>;

/** The id of a Zofile, or `null` for none. */
export const zofileOrNull = z.union([z.uuid(), z.literal('null')]);

const id = z.uuid().nullable();
/** ZF-02 */
export const activeMap = z
  .strictObject({ main: id, greeting: id, sms: id, email: id, schedule: z.record(z.string(), z.uuid()) })
  .meta({ id: 'ActiveZofiles' });
export type ActiveMap = z.infer<typeof activeMap>;
