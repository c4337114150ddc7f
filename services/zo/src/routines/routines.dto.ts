import { CONDITIONS } from '@zo/proto/routine';
import { z } from 'zod';

/** Given by the registry, or by whoever wrote the file. */
export const routineId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'that is no id of a routine');

const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const MAX_INPUTS = 20;

export const input = z.strictObject({ name: z.string(), description: z.string() }).meta({ id: 'RoutineInput' });

const name = z
  .string()
  .trim()
  .min(1, 'an input needs a name')
  .max(80, 'the name of an input has at most 80 characters')
  .refine((text) => isText(text) && !/[\r\n]/.test(text), 'the name of an input must be plain text in one line');
const inputs = z
  .array(z.strictObject({ name, description: z.string().max(300).refine(isText).default('') }))
  .max(MAX_INPUTS, `a routine has at most ${MAX_INPUTS} inputs`)
  .refine((all) => new Set(all.map((one) => one.name)).size === all.length, 'inputs need different names');
const filePath = z.string().min(1).max(4_096);
const definition = {
  description: z.string().max(1_000).refine(isText, 'a description must be plain text').optional(),
  inputs: inputs.optional(),
  instruction: z.string().max(100_000).refine(isText, 'an instruction must be plain text').optional(),
};

/** Without a definition: registers a file that is there. */
export const createRoutine = z.strictObject({ file_path: filePath, ...definition });
export type CreateRoutine = z.infer<typeof createRoutine>;
export type Definition = Omit<CreateRoutine, 'file_path'>;

/** Absent fields stay as they are; another `file_path` moves the file. */
export const updateRoutine = z.strictObject({ file_path: filePath.optional(), ...definition });
export type UpdateRoutine = z.infer<typeof updateRoutine>;

const step = z
  .union([z.strictObject({ script: z.string() }), z.strictObject({ when: z.enum(CONDITIONS), ask: z.string() })])
  .meta({ id: 'RoutineStep' });
/** Scripts that run first, and when the assistant is asked what. */
const steps = z.array(step);

const next = z.array(z.iso.datetime()).max(3);
/** What a file asks for. `problem`: why it cannot be armed. */
const proposed = z.strictObject({
  /** Empty: at no times. */
  rrule: z.string(),
  /** Files that start it. */
  file: z.string().nullable(),
  /** Words of mails that start it. */
  mail: z.string().nullable(),
  /** Signed calls of other programs start it. */
  webhook: z.boolean(),
  zone: z.string(),
  /** Dollars that one run may spend. */
  budget: z.number().nullable(),
  steps,
  hash: z.string(),
  next,
  problem: z.string().nullable(),
});
/** What its user has armed. */
const armed = z.strictObject({
  schedule_id: z.uuid(),
  /** Of what was proposed then. */
  hash: z.string(),
  next,
  paused: z.boolean(),
  webhook: z.boolean(),
  /** A secret for these calls was given out. */
  has_secret: z.boolean(),
  /** What it runs with, by the name of the input. */
  inputs: z.record(z.string(), z.string()),
});

const MAX_INPUT = 20_000;
const MAX_ALL_INPUTS = 60_000;
const given = z
  .record(
    z.string().max(300),
    z.string().max(MAX_INPUT, 'an input has at most 20,000 characters').refine(isText, 'an input must be plain text'),
  )
  .refine((all) => Object.values(all).join('').length <= MAX_ALL_INPUTS, 'all inputs have at most 60,000 characters');
export type GivenInputs = z.infer<typeof given>;

export const arm = z.strictObject({ hash: z.string().max(64), inputs: given.default({}) });
export type Arm = z.infer<typeof arm>;

export const routine = z
  .strictObject({
    id: routineId,
    file_path: z.string(),
    /** The name of its file. */
    title: z.string(),
    description: z.string(),
    inputs: z.array(input),
    instruction: z.string(),
    steps,
    /** What is wrong with its steps, and where; it does not run then. */
    steps_problem: z.string().nullable(),
    /** Why its settings cannot be read. */
    problem: z.string().nullable(),
    proposed: proposed.nullable(),
    armed: armed.nullable(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Routine' });
export const routineList = z.array(routine);
