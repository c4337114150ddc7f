import { z } from 'zod';

const text = z.string().trim().min(1).max(500);
const handle = z.string().min(1).max(63);
const AMOUNT_MAX = 1_000_000;

/** Selects parked events; an offset identifies an event only within a partition of a topic. */
export const parkedFilter = z
  .strictObject({
    group: text.optional(),
    topic: text.optional(),
    key: text.optional(),
    partition: z.coerce.number().int().min(0).optional(),
    offset: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  })
  .refine(
    ({ offset, partition, topic }) => offset === undefined || (partition !== undefined && topic !== undefined),
    'an offset needs the topic and the partition it is of',
  );

export const parkedRequest = z
  .strictObject({ wanted: z.enum(['retry', 'drop']), why: text, all: z.boolean().default(false), filter: parkedFilter })
  .refine(({ all, filter }) => all || Object.keys(filter).length > 0, 'say which, or all');

export const creditsQuery = z.strictObject({ handle });
export const grantRequest = z.strictObject({
  handle,
  why: text,
  key: z.string().min(8).max(100),
  amountCents: z
    .number()
    .int()
    .min(-AMOUNT_MAX)
    .max(AMOUNT_MAX)
    .refine((amount) => amount !== 0, 'nothing is no amount'),
});

export const passwordLinkRequest = z.strictObject({ handle, why: text });

export type ParkedRequest = z.infer<typeof parkedRequest>;
export type GrantRequest = z.infer<typeof grantRequest>;
