import { z } from 'zod';
import { isImage } from './image.js';

const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const CONTROL = /[\u0000-\u001f\u007f]/;

const name = z
  .string()
  .trim()
  .min(1, 'a persona needs a name')
  .max(80, 'a name has at most 80 characters')
  .refine((text) => isText(text) && !CONTROL.test(text), 'a name must be plain text in one line');
const prompt = z
  .string()
  .max(20_000, 'a prompt has at most 20,000 characters')
  .refine(isText, 'a prompt must be plain text');
const image = z.string().refine(isImage, 'a picture must be a PNG, JPEG or WebP image of at most 32 KB').nullable();

export const createZofile = z.strictObject({ name, prompt: prompt.default(''), image: image.default(null) });
export type CreateZofile = z.infer<typeof createZofile>;

/** Absent fields stay as they are. */
export const updateZofile = z.strictObject({
  name: name.optional(),
  prompt: prompt.optional(),
  image: image.optional(),
});
export type UpdateZofile = z.infer<typeof updateZofile>;
