/** ScheduleService: chat asks what a due time is for, and the tools of the assistant make and edit schedules. */
import { Code, ConnectError, type HandlerContext } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import type {
  CreateScheduleRequest,
  EditScheduleRequest,
  GetOccurrenceRequest,
  TakeMailRequest,
} from '@zo/proto/zo/v1';
import { rpcCtx } from '@zo/rpc';
import { z } from 'zod';
import { OccurrencesRepository } from './history/occurrences.repository.js';
import { HookFiles } from './hooks/hook-files.js';
import { MailsService } from './mails/mails.service.js';
import type { ScheduleView } from './schedule.presenter.js';
import { createSchedule, updateSchedule } from './schedules.dto.js';
import { SchedulesRepository } from './schedules.repository.js';
import { SchedulesService } from './schedules.service.js';

const ids = z.object({ scheduleId: z.uuid(), dueAt: z.coerce.number().int().min(0).max(8.64e15) });

const receivedMail = z.object({
  messageId: z.uuid(),
  sender: z.string().max(1_000),
  subject: z.string().max(10_000),
  text: z.string(),
  files: z.array(z.string().max(4_096)).max(1_000),
});

@Injectable()
export class SchedulesRpc {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly service: SchedulesService,
    private readonly files: HookFiles,
    private readonly mails: MailsService,
  ) {}

  async getOccurrence(request: GetOccurrenceRequest, context: HandlerContext) {
    const ctx = callerOf(context);
    const { data: key } = ids.safeParse(request);
    if (!key) throw new ConnectError('that is no occurrence', Code.InvalidArgument);
    const found = await this.database.read(ctx, async (tx) => {
      const row = await this.occurrences.byKey(tx, { ...key, dueAt: new Date(key.dueAt) });
      // What was skipped since chat was told of it, because its schedule was paused, does not begin.
      const schedule = row && row.state !== 'skipped' && (await this.schedules.byId(tx, key.scheduleId));
      return schedule && { ...schedule, row };
    });
    if (!found) throw new ConnectError('there is no such occurrence', Code.NotFound);
    const { title, instruction, owner, budgetNano, row } = found;
    await this.files.write(ctx, row);
    const tainted = found.tainted || row.cause?.kind === 'webhook' || row.cause?.kind === 'mail';
    const budget = budgetNano === null ? {} : { budgetNano: BigInt(budgetNano) };
    const { routineId, inputs } = found;
    return {
      title,
      instruction,
      tainted,
      owner,
      routineId: routineId ?? '',
      inputs: { ...inputs },
      file: row.cause?.path ?? '',
      steps: [...found.steps],
      ...budget,
    };
  }

  async takeMail(request: TakeMailRequest, context: HandlerContext) {
    const { data: mail } = receivedMail.safeParse(request);
    if (!mail) throw new ConnectError('that is no mail', Code.InvalidArgument);
    return { taken: await this.mails.take(callerOf(context), mail) };
  }

  /** In the time zone of the user's browser. */
  async create({ rrule, instruction, tainted }: CreateScheduleRequest, context: HandlerContext) {
    const zone = await this.service.zone(callerOf(context));
    const input = createSchedule.safeParse({ rrule, instruction, zone });
    if (!input.success) throw invalid(input.error);
    return present(await this.service.create(callerOf(context), input.data, { tainted }));
  }

  async edit({ id, instruction, tainted }: EditScheduleRequest, context: HandlerContext) {
    const input = updateSchedule.safeParse({ instruction });
    if (!input.success || !z.uuid().safeParse(id).success) throw invalid(input.error);
    return present(await this.service.update(callerOf(context), { id, tainted }, input.data));
  }
}

/** @throws Unauthenticated */
function callerOf({ values }: HandlerContext): Ctx {
  const ctx = values.get(rpcCtx);
  if (!ctx) throw new ConnectError('an internal token is needed', Code.Unauthenticated);
  return ctx;
}

const invalid = (error: z.ZodError | undefined) =>
  new ConnectError(
    error?.issues.map(({ message }) => message).join('; ') ?? 'that is no schedule',
    Code.InvalidArgument,
  );

const present = ({ schedule: { id, title, zone, upcoming, pausedAt } }: ScheduleView) => ({
  schedule: { id, title, zone, next: pausedAt ? [] : upcoming.map(BigInt) },
});
