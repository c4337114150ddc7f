/** What a model was shown of a file of a message. */
import { z } from 'zod';

export const shownFile = z
  .strictObject({
    /** The path as the message has it. */
    path: z.string(),
    /** `named`: its name and size only. */
    as: z.enum(['whole', 'part', 'picture', 'pages', 'folder', 'named']),
    /** How much of it, or why it is not shown; a sentence for people. */
    note: z.string().optional(),
    /** About so many tokens. */
    tokens: z.int().min(0),
  })
  .meta({ id: 'ShownFile' });
export type ShownFile = z.infer<typeof shownFile>;

/** What a picture costs: that of the largest one that is sent, at the providers that say. */
export const PICTURE_TOKENS = 1_600;
