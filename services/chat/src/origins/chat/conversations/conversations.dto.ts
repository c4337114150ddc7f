import { z } from 'zod';

/** Postgres cannot store null characters. */
const isPlain = [(text: string) => text.isWellFormed() && !text.includes('\u0000'), 'must be plain text'] as const;
const title = z
  .string()
  .trim()
  .max(200)
  .refine(...isPlain)
  .transform((text) => text || null)
  .nullable();
const words = z
  .string()
  .trim()
  .max(200)
  .refine(...isPlain);

const folder = z
  .string()
  .trim()
  .max(80)
  .refine(...isPlain);
const isTrue = z.enum(['true', 'false']).transform((value) => value === 'true');

/** `pinned` and `folder` narrow the list; an empty `folder` are the chats that are in none. */
export const listQuery = z.object({
  cursor: z.string().max(300).optional(),
  q: words.optional(),
  pinned: isTrue.optional(),
  folder: folder.optional(),
});
export const openQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.uuid().optional(),
  /** `all`: the messages of all branches, by their time, instead of those of the branch that is shown. */
  branches: z.enum(['shown', 'all']).default('shown'),
});
export const byFileQuery = z.object({ file_path: z.string().min(1).max(5_000) });
export const byMessageQuery = z.object({ message_id: z.uuid() });
export const searchQuery = z.object({ q: words.min(1) });
export const createInput = z.strictObject({ title: title.optional() });
export const updateInput = z.strictObject({
  title: title.optional(),
  leaf_id: z.uuid().optional(),
  pinned: z.boolean().optional(),
  /** Null takes it out of its folder. */
  folder: folder.min(1).nullable().optional(),
});
/** Null as `to` takes the chats out of the folder, which ends it. */
export const renameFolderInput = z.strictObject({ folder: folder.min(1), to: folder.min(1).nullable() });

export const forkInput = z.strictObject({ message_id: z.uuid() });

export type RenameFolderInput = z.infer<typeof renameFolderInput>;
export type ListQuery = z.infer<typeof listQuery>;
export type OpenQuery = z.infer<typeof openQuery>;
export type UpdateInput = z.infer<typeof updateInput>;
