import { z } from 'zod';

export const newTerminal = z.strictObject({
  cols: z.number().int().min(2).max(1_000).default(80),
  rows: z.number().int().min(1).max(500).default(24),
  cwd: z.string().max(4_096).optional(),
  /** On a machine of the person's own instead of the computer. */
  machine_id: z.uuid().optional(),
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
    /** Of the person's own machine that it is on; null on the computer. */
    machine: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
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

/** Which machine a terminal is on; the computer without one. */
export const onMachine = z.strictObject({ machine: z.uuid().optional() });
export type OnMachine = z.output<typeof onMachine>;

export const terminalId = z.string().regex(/^[0-9a-f]{16}$/, 'is not the id of a terminal');
