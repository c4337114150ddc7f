import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentCtx, type Ctx } from '@zo/auth';
import { Id, Input, InputQuery, Responds, RespondsNothing } from '@zo/http';
import { CalendarService } from './calendar.service.js';
import {
  calendar,
  history,
  occurrence,
  presentOccurrence,
  presentSchedule,
  schedule,
  scheduleList,
} from './schedule.presenter.js';
import {
  calendarQuery,
  type CalendarQuery,
  type CreateSchedule,
  createSchedule,
  cursorIn,
  historyQuery,
  type HistoryQuery,
  preview,
  previewSchedule,
  type PreviewSchedule,
  timeZone,
  type UpdateSchedule,
  updateSchedule,
} from './schedules.dto.js';
import { SchedulesService } from './schedules.service.js';
import { Timing } from './timing.js';

/** ZR-05 */
@Controller('schedules')
export class SchedulesController {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly calendars: CalendarService,
    private readonly timing: Timing,
  ) {}

  @Get()
  @Responds(scheduleList)
  async list(@CurrentCtx() ctx: Ctx) {
    return (await this.schedules.list(ctx)).map(presentSchedule);
  }

  @Post()
  @Responds(schedule, 201)
  async create(@CurrentCtx() ctx: Ctx, @Input(createSchedule) input: CreateSchedule) {
    return presentSchedule(await this.schedules.create(ctx, input, { tainted: ctx.actor !== 'human' }));
  }

  /** The next times of a rule, before it is saved. */
  @Post('preview')
  @Responds(preview)
  preview(@Input(previewSchedule) input: PreviewSchedule) {
    const { next, problem } = this.timing.preview(input);
    return { next: next.map((at) => new Date(at).toISOString()), problem };
  }

  /** Every time that was due, latest first. */
  @Get('occurrences')
  @Responds(history)
  async history(@CurrentCtx() ctx: Ctx, @InputQuery(historyQuery) query: HistoryQuery) {
    const { schedule_id: scheduleId, only, limit } = query;
    const rows = await this.schedules.history(ctx, { scheduleId, only, before: cursorIn(query.before), limit });
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return {
      items: rows.map(presentOccurrence),
      next: last ? `${last.dueAt.getTime()}_${last.scheduleId}` : null,
    };
  }

  /** What ran and what is to come, for a page of a calendar. */
  @Get('calendar')
  @Responds(calendar)
  async calendar(@CurrentCtx() ctx: Ctx, @InputQuery(calendarQuery) query: CalendarQuery) {
    const { items, often, more } = await this.calendars.between(ctx, query);
    return {
      items: items.map(({ scheduleId, at, state, conversationId }) => ({
        schedule_id: scheduleId,
        at: new Date(at).toISOString(),
        state,
        conversation_id: conversationId,
      })),
      often: [...often],
      more,
    };
  }

  /** The zone of the browser, for schedules that the assistant makes. */
  @Put('zone')
  @RespondsNothing()
  setZone(@CurrentCtx() ctx: Ctx, @Input(timeZone) { zone }: { zone: string }) {
    return this.schedules.setZone(ctx, zone);
  }

  @Get(':id')
  @Responds(schedule)
  async get(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return presentSchedule(await this.schedules.get(ctx, id));
  }

  @Put(':id')
  @Responds(schedule)
  async update(@CurrentCtx() ctx: Ctx, @Id() id: string, @Input(updateSchedule) input: UpdateSchedule) {
    return presentSchedule(await this.schedules.update(ctx, { id, tainted: ctx.actor !== 'human' }, input));
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.schedules.remove(ctx, id);
  }

  @Post(':id/pause')
  @Responds(schedule)
  async pause(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return presentSchedule(await this.schedules.pause(ctx, id));
  }

  @Post(':id/resume')
  @Responds(schedule)
  async resume(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return presentSchedule(await this.schedules.resume(ctx, id));
  }

  /** Runs it now. Its conversation is in the history as soon as the run has started. */
  @Post(':id/run')
  @Responds(occurrence, 202)
  async run(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return presentOccurrence(await this.schedules.run(ctx, id));
  }
}
