import { z } from 'zod';

export const email = z
  .email('is not an e-mail address')
  .max(254)
  .transform((text) => text.toLowerCase());
/** The minimum makes guessing impractical; the maximum limits the cost of hashing. */
export const password = z.string().min(10, 'has at least 10 characters').max(256);
const picture = z
  .string()
  .max(200_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/, 'is a PNG, JPEG or WebP data address');

export const profilePatch = z.strictObject({
  full_name: z.string().trim().max(120).optional(),
  picture: picture.nullable().optional(),
});
export type ProfilePatch = z.infer<typeof profilePatch>;

export const passwordChange = z.strictObject({ current: z.string().max(256), next: password });
export type PasswordChange = z.infer<typeof passwordChange>;
