import { z } from 'zod';
import { LATE_S } from './history/occurrences.repository.js';
import { type Occurrence, STATES } from './history/occurrence.entity.js';
import type { Schedule } from './schedule.entity.js';

const NANO_PER_DOLLAR = 1_000_000_000;
const time = z.iso.datetime().nullable();

const scriptResult = z
  .strictObject({
    script: z.string(),
    /** Null: it was ended, refused, or its end is not known. */
    exit_code: z.int().nullable(),
    duration_ms: z.number(),
    /** The end of what it wrote. */
    output: z.string(),
  })
  .meta({ id: 'ScriptResult' });

export const occurrence = z
  .strictObject({
    schedule_id: z.uuid(),
    due_at: z.iso.datetime(),
    state: z.enum(STATES),
    /** The run began late. */
    late: z.boolean(),
    manual: z.boolean(),
    why: z.string().nullable(),
    /** It failed before it did anything, and is tried again then. */
    retry_at: time,
    /** What started it outside of its times; `path` null: several files. */
    cause: z.strictObject({ kind: z.enum(['file', 'webhook', 'mail']), path: z.string().nullable() }).nullable(),
    /** How its scripts ended, in order. */
    scripts: z.array(scriptResult),
    conversation_id: z.uuid().nullable(),
    /** Dollars; null: not known. */
    cost: z.number().nullable(),
    started_at: time,
    ended_at: time,
  })
  .meta({ id: 'Occurrence' });

export const history = z
  .strictObject({ items: z.array(occurrence), next: z.string().nullable() })
  .meta({ id: 'ScheduleHistory' });

export const calendar = z
  .strictObject({
    /** Times in order. */
    items: z.array(
      z.strictObject({
        schedule_id: z.uuid(),
        at: z.iso.datetime(),
        /** Null: it is still to come. */
        state: z.enum(STATES).nullable(),
        conversation_id: z.uuid().nullable(),
      }),
    ),
    /** Schedules that are due every hour or more often, whose times to come are left out. */
    often: z.array(z.uuid()),
    /** There are more times than are shown. */
    more: z.boolean(),
  })
  .meta({ id: 'ScheduleCalendar' });

export const schedule = z
  .strictObject({
    id: z.uuid(),
    title: z.string(),
    instruction: z.string(),
    /** Empty: no time starts it. */
    rrule: z.string(),
    /** Files that start it. */
    file: z.string().nullable(),
    /** Words of the sender and the subject of mails that start it. */
    mail: z.string().nullable(),
    /** Calls of other programs start it. */
    webhook: z.boolean(),
    /** A secret for these calls was given out. */
    has_secret: z.boolean(),
    zone: z.string(),
    starts_at: z.string(),
    zofile_id: z.uuid().nullable(),
    misfire: z.enum(['once', 'skip', 'all']),
    grace_s: z.int(),
    overlap: z.enum(['skip', 'queue', 'allow']),
    /** Dollars that one run may spend. */
    budget: z.number().nullable(),
    paused_at: time,
    /** Null if its user paused it. */
    paused_why: z.string().nullable(),
    /** At most three; none while it is paused. */
    next: z.array(z.iso.datetime()),
    version: z.int(),
    /** Written by a program, or by the assistant after text from outside. */
    tainted: z.boolean(),
    /** The routine that it runs. */
    routine_id: z.string().nullable(),
    last: occurrence.nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Schedule' });
export const scheduleList = z.array(schedule);

const iso = (at: Date | null) => at?.toISOString() ?? null;
const dollars = (nano: number | null) => (nano === null ? null : nano / NANO_PER_DOLLAR);

export const presentOccurrence = (row: Occurrence): z.infer<typeof occurrence> => ({
  schedule_id: row.scheduleId,
  due_at: row.dueAt.toISOString(),
  state: row.state,
  late:
    !row.manual &&
    row.cause === null &&
    row.startedAt !== null &&
    row.startedAt.getTime() - row.dueAt.getTime() > LATE_S * 1_000,
  manual: row.manual,
  why: row.why,
  retry_at: iso(row.retryAt),
  cause: row.cause && { kind: row.cause.kind, path: row.cause.path },
  scripts: row.scripts.map(({ script, exitCode, durationMs, output }) => ({
    script,
    exit_code: exitCode,
    duration_ms: durationMs,
    output,
  })),
  conversation_id: row.conversationId,
  cost: dollars(row.costNano),
  started_at: iso(row.startedAt),
  ended_at: iso(row.endedAt),
});

/** A schedule with what is shown beside it. */
export interface ScheduleView {
  readonly schedule: Schedule;
  readonly zofileId: string | null;
  readonly last: Occurrence | null;
}

export const presentSchedule = ({ schedule: row, zofileId, last }: ScheduleView): z.infer<typeof schedule> => ({
  id: row.id,
  title: row.title,
  instruction: row.instruction,
  rrule: row.rrule,
  file: row.filePattern,
  mail: row.mailWords,
  webhook: row.hookId !== null,
  has_secret: row.hookId !== null && row.hookGeneration > 0,
  zone: row.zone,
  starts_at: row.startsAt,
  zofile_id: zofileId,
  misfire: row.misfire,
  grace_s: row.graceS,
  overlap: row.overlap,
  budget: dollars(row.budgetNano),
  paused_at: iso(row.pausedAt),
  paused_why: row.pausedWhy,
  next: row.pausedAt ? [] : row.upcoming.map((at) => new Date(at).toISOString()),
  version: row.version,
  tainted: row.tainted,
  routine_id: row.routineId,
  last: last && presentOccurrence(last),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
