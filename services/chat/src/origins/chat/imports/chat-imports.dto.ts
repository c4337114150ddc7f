import { location } from '@zo/http';
import { z } from 'zod';

/** The file of the export, in the workspace. */
export const importChats = location;
export type ImportChats = z.infer<typeof importChats>;

export const importedChats = z
  .strictObject({
    /** What was added: chats with something new, and their messages. */
    chats: z.int(),
    messages: z.int(),
    /** Chats that were here with all of their messages. */
    known: z.int(),
    losses: z.array(z.strictObject({ what: z.string(), count: z.int() })),
    /** Name of the report beside the export; null: there is nothing to report. */
    report: z.string().nullable(),
  })
  .meta({ id: 'ImportedChats' });
export type ImportedChats = z.infer<typeof importedChats>;
