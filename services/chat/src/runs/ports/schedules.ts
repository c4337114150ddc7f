/** The port to the schedules of users, which the service `zo` keeps. */
import { Code, type Client, ConnectError, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { ScheduleService } from '@zo/proto/zo/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { z } from 'zod';
import { chatErrors } from '../../errors.js';
import { routineSteps } from '../../shapes/routine-steps.js';
import { ToolError } from '../../tools/tool-errors.js';
import type { MadeSchedule, SchedulePort } from '../../tools/tool.js';

const TIMEOUT_MS = 5_000;
/** What a call brought is written into the computer, which may sleep. */
const WAKING_MS = 40_000;
const MAX_NANO = Number.MAX_SAFE_INTEGER;
const REFUSED: ReadonlySet<Code> = new Set([Code.InvalidArgument, Code.FailedPrecondition, Code.NotFound]);

/** Names a time that was due. */
export interface OccurrenceKey {
  readonly scheduleId: string;
  readonly dueAt: bigint;
}

const due = z.object({
  title: z.string().min(1).max(200),
  instruction: z.string().min(1).max(100_000),
  tainted: z.boolean(),
  owner: z.boolean(),
  /** Of the routine that it runs; empty: none. */
  routineId: z.string().regex(/^[A-Za-z0-9_-]{0,64}$/),
  /** What the routine is run with. */
  inputs: z.record(z.string().max(300), z.string().max(20_000)),
  /** What started it: `w/Inbox/a.csv`; empty: a time, or its user. */
  file: z.string().max(4_096),
  /** As they were armed. */
  steps: routineSteps,
  budgetNano: z.bigint().min(1n).max(BigInt(MAX_NANO)).transform(Number).optional(),
});
/** What a time that was due asks for. */
export type DueTask = z.output<typeof due>;

const made = z.object({
  id: z.uuid(),
  title: z.string().max(200),
  zone: z.string().max(64),
  next: z.array(z.bigint().min(0n).max(8_640_000_000_000_000n).transform(Number)).max(3),
});

/** A mail that was let in. */
export interface ArrivedMail {
  readonly messageId: string;
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly files: readonly string[];
}

@Injectable()
export class Schedules implements SchedulePort {
  private readonly schedules: Client<typeof ScheduleService>;

  constructor(private readonly platform: Platform) {
    this.schedules = createClient(ScheduleService, serviceTransport('zo', platform.config.ZO_ZO_URL));
  }

  /** Undefined if the schedule was deleted. @throws chat.not_brought; if the service does not answer */
  async dueTask(ctx: Ctx, key: OccurrenceKey): Promise<DueTask | undefined> {
    try {
      const options = { ...(await this.options(ctx)), timeoutMs: WAKING_MS };
      return due.parse(await this.schedules.getOccurrence(key, options));
    } catch (error) {
      if (error instanceof ConnectError && error.code === Code.NotFound) return undefined;
      if (error instanceof ConnectError && error.code === Code.FailedPrecondition)
        throw chatErrors.notBrought({ why: error.rawMessage });
      throw error;
    }
  }

  /** Whether a schedule of the user runs for this mail. @throws if the service does not answer */
  async takesMail(ctx: Ctx, mail: ArrivedMail): Promise<boolean> {
    const { taken } = await this.schedules.takeMail({ ...mail, files: [...mail.files] }, await this.options(ctx));
    return taken;
  }

  /** @throws ToolError with what is wrong with the rule */
  create(ctx: Ctx, schedule: { rrule: string; instruction: string; tainted: boolean }): Promise<MadeSchedule> {
    return this.changed(ctx, (options) => this.schedules.createSchedule(schedule, options));
  }

  /** @throws ToolError */
  edit(ctx: Ctx, schedule: { id: string; instruction: string; tainted: boolean }): Promise<MadeSchedule> {
    return this.changed(ctx, (options) => this.schedules.editSchedule(schedule, options));
  }

  private async changed(
    ctx: Ctx,
    call: (options: object) => Promise<{ readonly schedule?: unknown }>,
  ): Promise<MadeSchedule> {
    try {
      return made.parse((await call(await this.options(ctx))).schedule);
    } catch (error) {
      if (!(error instanceof ConnectError) || !REFUSED.has(error.code)) throw error;
      const isGone = error.code === Code.NotFound;
      throw new ToolError(
        isGone ? 'There is no such scheduled task.' : error.rawMessage,
        isGone ? 'not_found' : 'invalid',
      );
    }
  }

  private async options(ctx: Ctx) {
    return { ...(await asCaller(this.platform.issuer, 'zo', ctx)), timeoutMs: TIMEOUT_MS };
  }
}
