import { z } from 'zod';

// What a browser sends along when it is pasted: no spaces, one line.
const credential = (what: string, most: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing`)
    .max(most, `${what} has at most ${most} characters`)
    .regex(/^[\x21-\x7e]+$/, `${what} has only letters, digits and signs, without spaces`);

export const setClient = z.strictObject({
  client_id: credential('the client id', 300),
  client_secret: credential('the client secret', 1_000),
});
export type SetClient = z.infer<typeof setClient>;

/** Every slug is looked up, so only its length matters here. */
export const slug = z.string().max(40);

export const clients = z.array(
  z
    .strictObject({
      provider: z.string(),
      display_name: z.string(),
      /** The address where a client is registered, and the address that is registered for it. */
      console: z.string(),
      callback: z.string(),
      client_id: z.string().nullable(),
      apps: z.array(z.string()),
    })
    .meta({ id: 'AppClient' }),
);
