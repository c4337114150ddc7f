import { anyLocation, anyLocationResponse } from '@zo/http';
import { z } from 'zod';

/** What goes from the computer to a machine, back, or from one machine to another. */
export const sending = z.strictObject({
  verb: z.enum(['move', 'copy']),
  items: z.array(anyLocation).min(1, 'nothing was chosen').max(1_000, 'at most 1,000 at once'),
  target: anyLocation,
  clash: z.enum(['refuse', 'keep-both']).default('refuse'),
});
export type Sending = z.infer<typeof sending>;

/** `leftOut`: entries in it that cannot be copied: links that lead out, pipes, devices and unreadable names. */
const sent = anyLocationResponse
  .extend({
    to: anyLocationResponse.optional(),
    leftOut: z.number().optional(),
    error: z.string().optional(),
    code: z.string().optional(),
  })
  .meta({ id: 'SentItem' });
export type Sent = z.infer<typeof sent>;

/** Every line of the answer but the last tells how far it is, in bytes; the last one has `results`. */
export const sendingLine = z
  .strictObject({ bytes: z.number(), total: z.number(), results: z.array(sent).optional() })
  .meta({ id: 'SendingLine' });
export type SendingLine = z.infer<typeof sendingLine>;
