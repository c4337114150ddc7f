import { z } from 'zod';
import { problemOfPattern } from './files/pattern.js';
import { problemOfWords } from './mails/words.js';

const isText = (text: string) => text.isWellFormed() && !text.includes('\u0000');
const CONTROL = /[\u0000-\u001f\u007f]/;
export const MAX_INSTRUCTION = 20_000;
export const MAX_TITLE = 80;
const MIN_GRACE_S = 60;
const MAX_GRACE_S = 7 * 86_400;
const MAX_DOLLARS = 1_000;

const title = z
  .string()
  .trim()
  .min(1, 'a schedule needs a title')
  .max(MAX_TITLE, `a title has at most ${MAX_TITLE} characters`)
  .refine((text) => isText(text) && !CONTROL.test(text), 'a title must be plain text in one line');
export const instruction = z
  .string()
  .trim()
  .min(1, 'say what to do')
  .max(MAX_INSTRUCTION, 'what to do has at most 20,000 characters')
  .refine(isText, 'what to do must be plain text');
/** Files of the workspace that start it when they come or change, such as `Inbox/*.csv`. */
const file = z.string().superRefine((text, context) => {
  const message = problemOfPattern(text);
  if (message) context.addIssue({ code: 'custom', message });
});
/** Words of the sender and the subject of mails that start it; `*`: every mail that is let in. */
const mail = z.string().superRefine((text, context) => {
  const message = problemOfWords(text);
  if (message) context.addIssue({ code: 'custom', message });
});
/** Checked by `parseRule`, which says what is wrong. */
export const rrule = z.string().min(1, 'a schedule needs a rule').max(1_000, 'a rule has at most 500 characters');
export const zone = z.string().min(1, 'a schedule needs a time zone').max(64);

function isWallClock(text: string): boolean {
  const at = new Date(`${text}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text && text >= '1970' && text < '2200';
}
const startsAt = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, 'must be a day and a time, such as 2026-12-01T08:00:00')
  .refine(isWallClock, 'must be a day and a time that exist');

const misfire = z.enum(['once', 'skip', 'all']);
const overlap = z.enum(['skip', 'queue', 'allow']);
const graceS = z.int().min(MIN_GRACE_S).max(MAX_GRACE_S);
const budget = z
  .number()
  .min(0.01, 'a run needs at least one cent')
  .max(MAX_DOLLARS, 'a run may spend at most 1,000 dollars')
  .nullable();

const NOTHING = 'say when it runs: at times, when a file or a mail arrives, or when it is called';
const newSchedule = z.strictObject({
  title: title.optional(),
  instruction,
  rrule: rrule.optional(),
  file: file.nullable().default(null),
  mail: mail.nullable().default(null),
  /** Signed calls of other programs start it. */
  webhook: z.boolean().default(false),
  zone,
  starts_at: startsAt.optional(),
  zofile_id: z.uuid().nullable().default(null),
  misfire: misfire.default('once'),
  grace_s: graceS.default(3_600),
  overlap: overlap.default('skip'),
  budget: budget.default(null),
});
export const createSchedule = newSchedule.refine(
  ({ rrule: rule, file: files, mail: words, webhook }) => rule ?? files ?? words ?? webhook,
  NOTHING,
);
export type CreateSchedule = z.infer<typeof createSchedule>;

/** Absent fields stay as they are. With `version`, a change of another browser is not overwritten. */
export const updateSchedule = z.strictObject({
  version: z.int().optional(),
  title: title.optional(),
  instruction: instruction.optional(),
  rrule: rrule.nullable().optional(),
  file: file.nullable().optional(),
  mail: mail.nullable().optional(),
  webhook: z.boolean().optional(),
  zone: zone.optional(),
  starts_at: startsAt.optional(),
  zofile_id: z.uuid().nullable().optional(),
  misfire: misfire.optional(),
  grace_s: graceS.optional(),
  overlap: overlap.optional(),
  budget: budget.optional(),
});
export type UpdateSchedule = z.infer<typeof updateSchedule>;

export const previewSchedule = z.strictObject({ rrule, zone, starts_at: startsAt.optional() });
export type PreviewSchedule = z.infer<typeof previewSchedule>;

/** `next` is empty if `problem` says what is wrong with the rule. */
export const preview = z
  .strictObject({ next: z.array(z.iso.datetime()), problem: z.string().nullable() })
  .meta({ id: 'SchedulePreview' });

const MAX_RANGE_MS = 45 * 86_400_000;
export const calendarQuery = z
  .strictObject({ from: z.iso.datetime(), to: z.iso.datetime() })
  .transform(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  .refine(({ from, to }) => from < to && to - from <= MAX_RANGE_MS, 'a calendar shows at most 45 days');
export type CalendarQuery = z.infer<typeof calendarQuery>;

const CURSOR = /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
export const historyQuery = z.strictObject({
  schedule_id: z.uuid().optional(),
  only: z.enum(['late', 'failed']).optional(),
  before: z.string().regex(CURSOR, 'must be the cursor of a page').optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

export function cursorIn(text: string | undefined) {
  const [, at, scheduleId] = CURSOR.exec(text ?? '') ?? [];
  return at && scheduleId ? { dueAt: new Date(Number(at)), scheduleId } : undefined;
}

export const timeZone = z.strictObject({ zone });
