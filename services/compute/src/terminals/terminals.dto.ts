import { z } from 'zod';

export const newTerminal = z.strictObject({
  cols: z.number().int().min(2).max(1_000).default(80),
  rows: z.number().int().min(1).max(500).default(24),
  cwd: z.string().max(4_096).optional(),
});
export type NewTerminal = z.infer<typeof newTerminal>;

export const terminalResponse = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    /** Given by the user; empty without one. */
    name: z.string(),
    /** In the foreground; empty while it is the shell itself. */
    program: z.string(),
    cols: z.number(),
    rows: z.number(),
    created_at: z.iso.datetime(),
    running: z.boolean(),
    cwd: z.string(),
  })
  .meta({ id: 'Terminal' });
export const terminalsResponse = z.strictObject({ terminals: z.array(terminalResponse) });

export const terminalChange = z.strictObject({
  name: z
    .string()
    .trim()
    .max(64)
    .refine((name) => !/\p{Cc}/u.test(name), 'has to be one line'),
});
export type TerminalChange = z.infer<typeof terminalChange>;

export const terminalId = z.string().regex(/^[0-9a-f]{16}$/, 'is not the id of a terminal');
