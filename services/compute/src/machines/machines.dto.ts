import { z } from 'zod';

const oneLine = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing`)
    .max(max, `${what} is too long`)
    .refine((text) => !/\p{Cc}/u.test(text), `${what} has to be one line`);

/** Without letters and digits that look alike. */
export const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
export const CODE_LENGTH = 8;

/** `tools`: whether the assistant may ask to run commands on it. */
export const machineChange = z
  .strictObject({ name: oneLine(64, 'the name').optional(), tools: z.boolean().optional() })
  .refine(({ name, tools }) => name !== undefined || tools !== undefined, 'nothing is to be changed');
export type MachineChange = z.output<typeof machineChange>;

/** What a machine says of itself. `folder`: its own path; `shell`: whether it lets Zo open shells. */
export const pairing = z.strictObject({
  code: z
    .string()
    .max(40)
    .transform((code) => code.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  name: oneLine(64, 'the name'),
  platform: z.enum(['linux', 'macos']),
  folder: oneLine(4_096, 'the folder'),
  shell: z.boolean(),
});
export type Pairing = z.output<typeof pairing>;

/** Of the package's bytes: npx keeps what it fetched from one address. The present package is served for any. */
export const programHash = z.string().regex(/^[\da-f]{12}$/, 'is no version of the program');

/** `token` is the machine's credential, given this once. */
export const pairedResponse = z.strictObject({ machine_id: z.uuid(), token: z.string() }).meta({ id: 'PairedMachine' });

export const codeResponse = z
  .strictObject({
    code: z.string(),
    /** To be run on the machine. */
    command: z.string(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'MachineCode' });

export const machineResponse = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    platform: z.enum(['linux', 'macos']),
    folder: z.string(),
    shell: z.boolean(),
    /** Whether it lets Zo only read its files. */
    read_only: z.boolean(),
    /** Whether the assistant may ask to run commands on it. */
    tools: z.boolean(),
    connected: z.boolean(),
    /** When it was connected last; null before the first time. */
    seen_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Machine' });
export const machinesResponse = z.strictObject({ machines: z.array(machineResponse) });
