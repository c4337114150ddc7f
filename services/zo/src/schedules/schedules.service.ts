import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { LivePublisher } from '@zo/live';
import type { RoutineStep } from '@zo/proto/routine';
import { ActiveService } from '../active/active.service.js';
import { scheduleErrors } from '../errors.js';
import { Clock } from './clock.js';
import { publishDue } from './due/due-times.js';
import { MAX_MADE_UP } from './due/plan.js';
import { Scheduler } from './due/scheduler.js';
import { FileWatchers } from './files/file-watchers.js';
import { HookSecrets, newHookId } from './hooks/hook-secrets.js';
import { newOccurrence, type Occurrence } from './history/occurrence.entity.js';
import { OccurrencesRepository, type Shown } from './history/occurrences.repository.js';
import { Turns } from './history/turns.js';
import type { Schedule } from './schedule.entity.js';
import type { ScheduleView } from './schedule.presenter.js';
import type { CreateSchedule, UpdateSchedule } from './schedules.dto.js';
import { SchedulesRepository } from './schedules.repository.js';
import { Timing } from './timing.js';
import { titleOf } from './title.js';

const MAX_SCHEDULES = 100;
const NANO_PER_DOLLAR = 1_000_000_000;

export interface Making {
  /** The instruction may hold words of others. */
  readonly tainted: boolean;
  /** What it runs, what of its file is armed, and with which inputs. */
  readonly routine?: {
    readonly id: string;
    readonly hash: string;
    readonly inputs: Readonly<Record<string, string>>;
    readonly steps: readonly RoutineStep[];
  };
}

@Injectable()
export class SchedulesService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly schedules: SchedulesRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly active: ActiveService,
    private readonly scheduler: Scheduler,
    private readonly live: LivePublisher<'zo'>,
    private readonly clock: Clock,
    private readonly timing: Timing,
    private readonly watchers: FileWatchers,
    private readonly hooks: HookSecrets,
    private readonly turns: Turns,
  ) {}

  list(ctx: Ctx): Promise<ScheduleView[]> {
    return this.database.read(ctx, async (tx) => {
      const [rows, zofiles, latest] = [
        await this.schedules.all(tx),
        await this.schedules.zofiles(tx),
        await this.occurrences.latest(tx),
      ];
      const last = new Map(latest.map((row) => [row.scheduleId, row]));
      return rows.map((row) => ({
        schedule: row,
        zofileId: zofiles.get(row.id) ?? null,
        last: last.get(row.id) ?? null,
      }));
    });
  }

  /** @throws http.not_found */
  get(ctx: Ctx, id: string): Promise<ScheduleView> {
    return this.database.read(ctx, async (tx) => this.viewOf(tx, owned(tx, await this.schedules.byId(tx, id))));
  }

  /** Those that run routines, by the id of the routine. */
  async ofRoutines(ctx: Ctx): Promise<ReadonlyMap<string, Schedule>> {
    const rows = await this.database.read(ctx, (tx) => this.schedules.ofRoutines(tx));
    return new Map(rows.map((row) => [row.routineId!, row]));
  }

  history(ctx: Ctx, shown: Shown): Promise<Occurrence[]> {
    return this.database.read(ctx, (tx) => this.occurrences.list(tx, shown));
  }

  /** @throws schedules.bad_rule, schedules.too_many, http.not_found */
  async create(ctx: Ctx, input: CreateSchedule, { tainted, routine }: Making): Promise<ScheduleView> {
    const times = this.timing.checked({ rrule: input.rrule ?? '', zone: input.zone, startsAt: input.starts_at });
    const now = new Date(this.clock.now());
    const row: Schedule = {
      id: crypto.randomUUID(),
      userId: ctx.userId,
      title: input.title ?? titleOf(input.instruction),
      instruction: input.instruction,
      ...times,
      filePattern: input.file,
      fileSince: input.file === null ? null : now,
      mailWords: input.mail,
      hookId: input.webhook ? newHookId() : null,
      hookGeneration: 0,
      misfire: input.misfire,
      graceS: input.grace_s,
      overlap: input.overlap,
      budgetNano: nanoOf(input.budget),
      owner: ctx.owner,
      tainted,
      routineId: routine?.id ?? null,
      routineHash: routine?.hash ?? null,
      inputs: routine?.inputs ?? {},
      steps: routine?.steps ?? [],
      pausedAt: null,
      pausedWhy: null,
      failures: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.tx(ctx, async (tx) => {
      if ((await this.schedules.count(tx)) >= MAX_SCHEDULES) throw scheduleErrors.tooMany({ most: MAX_SCHEDULES });
      await this.schedules.insert(tx, row);
      await this.setZofile(tx, row.id, input.zofile_id);
      audit(tx, 'schedule.created', { target: row.id });
    });
    this.changed(row);
    return { schedule: row, zofileId: input.zofile_id, last: null };
  }

  /**
   * `next_at` is computed anew in the same transaction, so that no time of the former rule runs afterwards.
   * @throws schedules.bad_rule, schedules.stale, http.not_found
   */
  async update(
    ctx: Ctx,
    { id, tainted, routine }: { id: string } & Making,
    input: UpdateSchedule,
  ): Promise<ScheduleView> {
    const view = await this.database.tx(ctx, async (tx) => {
      const row = owned(tx, await this.schedules.lock(tx, id));
      if (input.version !== undefined && input.version !== row.version) throw scheduleErrors.stale();
      const changes = {
        ...this.timing.changed(row, input),
        ...this.startersOf(row, input),
        title: input.title ?? row.title,
        instruction: input.instruction ?? row.instruction,
        misfire: input.misfire ?? row.misfire,
        graceS: input.grace_s ?? row.graceS,
        overlap: input.overlap ?? row.overlap,
        budgetNano: input.budget === undefined ? row.budgetNano : nanoOf(input.budget),
        tainted: row.tainted || tainted,
        routineHash: routine?.hash ?? row.routineHash,
        inputs: routine?.inputs ?? row.inputs,
        steps: routine?.steps ?? row.steps,
        version: row.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.schedules.change(tx, id, changes);
      if (input.zofile_id !== undefined) await this.setZofile(tx, id, input.zofile_id);
      audit(tx, 'schedule.changed', { target: id });
      return this.viewOf(tx, { ...row, ...changes });
    });
    this.changed(view.schedule);
    return view;
  }

  /** Times while it is paused are not due. @throws http.not_found */
  pause(ctx: Ctx, id: string): Promise<ScheduleView> {
    return this.switch(ctx, { id, action: 'schedule.paused' }, (row) =>
      row.pausedAt ? {} : { pausedAt: new Date(this.clock.now()), pausedWhy: null },
    );
  }

  /** @throws http.not_found, schedules.bad_rule if nothing starts it any more */
  resume(ctx: Ctx, id: string): Promise<ScheduleView> {
    return this.switch(ctx, { id, action: 'schedule.resumed' }, (row) => {
      const since = row.filePattern === null ? null : new Date(this.clock.now());
      return { ...this.timing.resumed(row), pausedAt: null, pausedWhy: null, failures: 0, fileSince: since };
    });
  }

  /** Runs it now, once, also while it is paused. @throws http.not_found, schedules.running */
  async run(ctx: Ctx, id: string): Promise<Occurrence> {
    const now = new Date(this.clock.now());
    const made = await this.database.tx(ctx, async (tx) => {
      const schedule = owned(tx, await this.schedules.lock(tx, id));
      const { overlap, pausedAt } = schedule;
      await this.turns.giveWay(tx, schedule, now);
      const open = await this.occurrences.countOpen(tx, id);
      // Nothing that waits behind a run starts while the schedule is paused.
      const isAlone = overlap === 'skip' || (overlap === 'queue' && pausedAt !== null);
      if (open >= (isAlone ? 1 : MAX_MADE_UP)) throw scheduleErrors.running();
      const state = overlap === 'queue' && open > 0 ? 'queued' : 'due';
      const row = newOccurrence({
        scheduleId: id,
        dueAt: await this.occurrences.newTime(tx, id, now.getTime()),
        userId: ctx.userId,
        createdAt: now,
        state,
        manual: true,
      });
      await this.occurrences.insert(tx, row);
      if (row.state === 'due') publishDue({ userId: ctx.userId, outbox: tx.outbox! }, row);
      audit(tx, 'schedule.run', { target: id });
      return row;
    });
    this.changed({ id, userId: ctx.userId, nextAt: null });
    return made;
  }

  /** Gives out another secret for calls, which ends the one before. @throws http.not_found, schedules.no_hook */
  async renewHook(ctx: Ctx, id: string): Promise<{ url: string; secret: string }> {
    requirePerson(ctx);
    return this.database.tx(ctx, async (tx) => {
      const { hookId, hookGeneration } = owned(tx, await this.schedules.lock(tx, id));
      if (hookId === null) throw scheduleErrors.noHook();
      await this.schedules.change(tx, id, { hookGeneration: hookGeneration + 1 });
      audit(tx, 'schedule.hook_renewed', { target: id });
      return { url: this.hooks.addressOf(hookId), secret: this.hooks.secretOf(hookId, hookGeneration + 1) };
    });
  }

  /** Its conversations stay. @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.schedules.remove(tx, id))) throw errors.notFound();
      await this.setZofile(tx, id, null);
      audit(tx, 'schedule.deleted', { target: id });
    });
    this.changed({ id, userId: ctx.userId, nextAt: null });
  }

  /** The zone of schedules that name none. */
  async zone(ctx: Ctx): Promise<string> {
    return (await this.database.read(ctx, (tx) => this.schedules.zone(tx))) ?? 'UTC';
  }

  /** @throws schedules.bad_rule */
  async setZone(ctx: Ctx, zone: string): Promise<void> {
    this.timing.checkZone(zone);
    await this.database.tx(ctx, (tx) => this.schedules.setZone(tx, zone));
  }

  private async switch(
    ctx: Ctx,
    { id, action }: { id: string; action: 'schedule.paused' | 'schedule.resumed' },
    changesOf: (row: Schedule) => Partial<Schedule>,
  ): Promise<ScheduleView> {
    const view = await this.database.tx(ctx, async (tx) => {
      const row = owned(tx, await this.schedules.lock(tx, id));
      // The version stays: no field of a form changes, and open forms must not become stale.
      const changes = { ...changesOf(row), updatedAt: new Date(this.clock.now()) };
      await this.schedules.change(tx, id, changes);
      if (changes.pausedAt) await this.turns.pause(tx, row, changes.pausedAt);
      audit(tx, action, { target: id });
      return this.viewOf(tx, { ...row, ...changes });
    });
    this.changed(view.schedule);
    return view;
  }

  /** What comes after the change of its files starts it. @throws schedules.never_runs */
  private startersOf(row: Schedule, { rrule, file, mail, webhook }: UpdateSchedule): Partial<Schedule> {
    const pattern = file === undefined ? row.filePattern : file;
    const mailWords = mail === undefined ? row.mailWords : mail;
    const isHook = webhook ?? row.hookId !== null;
    const isTimed = (rrule === undefined ? row.rrule : (rrule ?? '')) !== '';
    if (!isTimed && pattern === null && mailWords === null && !isHook) throw scheduleErrors.neverRuns();
    const since = pattern === null ? null : new Date(this.clock.now());
    return {
      mailWords,
      ...(pattern !== row.filePattern && { filePattern: pattern, fileSince: since }),
      ...(isHook !== (row.hookId !== null) && { hookId: isHook ? newHookId() : null, hookGeneration: 0 }),
    };
  }

  private async viewOf(tx: Ctx, row: Schedule): Promise<ScheduleView> {
    const zofileId = (await this.schedules.zofiles(tx)).get(row.id) ?? null;
    const [last] = await this.occurrences.list(tx, { scheduleId: row.id, limit: 1 });
    return { schedule: row, zofileId, last: last ?? null };
  }

  private async setZofile(tx: Ctx, id: string, zofileId: string | null): Promise<void> {
    const conversations = { conversation_type: 'schedule' as const, event_id: id };
    await (zofileId ? this.active.set(tx, conversations, zofileId) : this.active.clear(tx, conversations));
  }

  private changed({ id, userId, nextAt, filePattern }: Pick<Schedule, 'id' | 'userId'> & Partial<Schedule>): void {
    this.scheduler.wakeFor(nextAt?.getTime());
    if (filePattern) this.watchers.lookAgain();
    this.live.publish(userId, { type: 'schedule', payload: { id } });
  }
}

const nanoOf = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * NANO_PER_DOLLAR));
