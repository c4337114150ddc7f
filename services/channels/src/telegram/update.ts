/** Updates of the Bot API, as far as they are used. Everything in them was written by others. */
import { z } from 'zod';
import type { Attached } from '../messages/message.entity.js';

/** As Postgres takes it: a text that it refuses would hold up everything after it. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '').trim();

const id = z.number().int();
export const botUser = z.object({ id, username: z.string().max(64) });
const person = z.object({
  id,
  is_bot: z.boolean().default(false),
  first_name: z.string().max(256).default(''),
  username: z.string().max(64).optional(),
});
const chat = z.object({ id, type: z.string().max(40) });
const file = z.object({
  file_id: z.string().min(1).max(300).transform(storable),
  file_unique_id: z.string().max(100).default(''),
  file_size: z.number().int().min(0).optional(),
  file_name: z.string().max(1_000).transform(storable).optional(),
  mime_type: z.string().max(200).optional(),
});
export type TelegramFile = z.infer<typeof file>;

const message = z.object({
  message_id: id,
  from: person.optional(),
  chat,
  text: z.string().max(20_000).optional(),
  caption: z.string().max(20_000).optional(),
  /** Where a message that was forwarded came from. */
  forward_origin: z.unknown().optional(),
  media_group_id: z.string().max(100).transform(storable).optional(),
  photo: z.array(file).max(20).optional(),
  document: file.optional(),
  audio: file.optional(),
  voice: file.optional(),
  video: file.optional(),
  video_note: file.optional(),
});
export type TelegramMessage = z.infer<typeof message>;

const press = z.object({
  id: z.string().max(100),
  from: person,
  data: z.string().max(64).optional(),
  message: z.object({ message_id: id, chat }).optional(),
});
export type Press = z.infer<typeof press>;

export const update = z.object({
  update_id: id,
  message: message.optional().catch(undefined),
  callback_query: press.optional().catch(undefined),
});
export type Update = z.infer<typeof update>;

const EXTENSIONS: Readonly<Record<string, string>> = {
  photo: 'jpg',
  voice: 'ogg',
  video: 'mp4',
  video_note: 'mp4',
  audio: 'mp3',
};
const KINDS = ['document', 'audio', 'voice', 'video', 'video_note'] as const;

/** The files of a message: of a picture its largest size. */
export function filesOf(given: TelegramMessage): Attached[] {
  const photo = given.photo?.toSorted((a, b) => (a.file_size ?? 0) - (b.file_size ?? 0)).at(-1);
  const all = [...KINDS.map((kind) => [kind, given[kind]] as const), ['photo', photo] as const];
  return all.flatMap(([kind, one]) => {
    if (!one) return [];
    const name = one.file_name || `${kind.replace('_', ' ')} ${given.message_id}.${EXTENSIONS[kind] ?? 'bin'}`;
    return [{ id: one.file_id, name, bytes: one.file_size ?? 0 }];
  });
}
