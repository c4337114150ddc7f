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

export const listQuery = z.object({ cursor: z.string().max(300).optional(), q: words.optional() });
export const openQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.uuid().optional(),
});
export const byFileQuery = z.object({ file_path: z.string().min(1).max(5_000) });
export const searchQuery = z.object({ q: words.min(1) });
export const createInput = z.strictObject({ title: title.optional() });
export const updateInput = z.strictObject({ title: title.optional(), leaf_id: z.uuid().optional() });

export const forkInput = z.strictObject({ message_id: z.uuid() });

export type ListQuery = z.infer<typeof listQuery>;
export type OpenQuery = z.infer<typeof openQuery>;
export type UpdateInput = z.infer<typeof updateInput>;
