import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Ctx, requirePerson } from '@zo/auth';
import { errors } from '@zo/errors';
import type { RoutineStep } from '@zo/proto/routine';
import { routineErrors, scheduleErrors } from '../errors.js';
import type { Schedule } from '../schedules/schedule.entity.js';
import { createSchedule, type CreateSchedule, MAX_TITLE } from '../schedules/schedules.dto.js';
import { SchedulesService } from '../schedules/schedules.service.js';
import { Timing } from '../schedules/timing.js';
import type { Arm, GivenInputs } from './routines.dto.js';
import { RoutinesService, type RoutineView } from './routines.service.js';
import { titleOf } from './title.js';

/** A schedule that a file asks for. */
export interface Proposal {
  /** Empty: at no times. */
  readonly rrule: string;
  readonly file: string | null;
  readonly mail: string | null;
  readonly webhook: boolean;
  readonly zone: string;
  readonly budget: number | null;
  /** Its scripts, and what they ask the assistant. */
  readonly steps: readonly RoutineStep[];
  readonly hash: string;
  readonly next: readonly number[];
  readonly problem: string | null;
}

export interface ShownRoutine extends RoutineView {
  readonly proposed: Proposal | null;
  readonly armed: Schedule | null;
}

/**
 * Schedules of routines. A file cannot arm itself, because programs and the assistant write files, too: its user arms
 * what they have seen, and what the file says later counts only when it is armed again.
 */
@Injectable()
export class ArmingService {
  constructor(
    private readonly routines: RoutinesService,
    private readonly schedules: SchedulesService,
    private readonly timing: Timing,
  ) {}

  async shown(ctx: Ctx, views: readonly RoutineView[]): Promise<ShownRoutine[]> {
    const [armed, zone] = [await this.schedules.ofRoutines(ctx), await this.schedules.zone(ctx)];
    return views.map((view) => ({
      ...view,
      proposed: this.proposalOf(view, zone),
      armed: armed.get(view.row.id) ?? null,
    }));
  }

  /**
   * Again with the same hash: other inputs. @throws http.not_found, routines.stale if the file asks for something else
   * by now, routines.inputs_missing, routines.unknown_input, schedules.bad_rule
   */
  async arm(ctx: Ctx, id: string, { hash, inputs }: Arm): Promise<ShownRoutine> {
    requirePerson(ctx);
    const [routine] = await this.shown(ctx, [await this.routines.get(ctx, id)]);
    const { proposed, armed, row } = routine!;
    if (proposed?.hash !== hash) throw routineErrors.stale();
    if (proposed.problem !== null) throw scheduleErrors.badRule({ why: proposed.problem });
    checkInputs(row, inputs);
    const making = { tainted: false, routine: { id, hash, inputs, steps: proposed.steps } };
    const { rrule, zone, budget, file, mail, webhook } = proposed;
    if (!armed)
      await this.schedules.create(ctx, scheduleOf(row.address, { ...proposed, rrule: rrule || undefined }), making);
    else {
      await this.schedules.update(
        ctx,
        { id: armed.id, ...making },
        { rrule: rrule || null, zone, budget, file, mail, webhook, ...otherOverlap(armed, proposed) },
      );
      if (armed.pausedAt) await this.schedules.resume(ctx, armed.id);
    }
    return (await this.shown(ctx, [routine!]))[0]!;
  }

  /** Its history goes with its schedule; its chats stay. @throws http.not_found */
  async disarm(ctx: Ctx, id: string): Promise<ShownRoutine> {
    requirePerson(ctx);
    const schedule = (await this.schedules.ofRoutines(ctx)).get(id);
    if (!schedule) throw errors.notFound();
    await this.schedules.remove(ctx, schedule.id);
    return (await this.shown(ctx, [await this.routines.get(ctx, id)]))[0]!;
  }

  private proposalOf({ row, schedule, steps, stepsProblem }: RoutineView, userZone: string): Proposal | null {
    if (!schedule) return null;
    const zone = schedule.zone || userZone;
    const { rrule, file, mail, webhook, budget = null } = schedule;
    const names = row.inputs.map(({ name }) => name);
    const hash = createHash('sha256')
      .update(
        JSON.stringify([
          rrule,
          zone,
          String(budget),
          ...names,
          ...(file === undefined ? [] : [{ file }]),
          ...(webhook ? [{ webhook }] : []),
          ...(mail === undefined ? [] : [{ mail }]),
          ...(steps.length > 0 ? [{ steps }] : []),
        ]),
      )
      .digest('hex');
    const asked = {
      rrule: rrule?.slice(0, 1_000) ?? '',
      file: file?.slice(0, 200) ?? null,
      mail: mail?.slice(0, 200) ?? null,
      webhook,
      zone: zone.slice(0, 64),
      budget: finite(budget),
      steps,
      hash,
    };
    if (stepsProblem !== undefined) return { ...asked, next: [], problem: stepsProblem };
    const checked = createSchedule.safeParse(scheduleOf(row.address, { rrule, file, mail, webhook, zone, budget }));
    if (!checked.success) return { ...asked, next: [], problem: checked.error.issues[0]!.message };
    return { ...asked, ...(rrule === undefined ? { next: [], problem: null } : this.timing.preview({ rrule, zone })) };
  }
}

function checkInputs({ inputs }: RoutineView['row'], given: GivenInputs): void {
  const names = inputs.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined) throw routineErrors.unknownInput({ name: unknown });
  const missing = names.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw routineErrors.inputsMissing({ names: missing.join(', ') });
}

const finite = (budget: number | null) => (Number.isFinite(budget) ? budget : null);

type Wanted = Pick<Proposal, 'zone' | 'budget' | 'webhook'> & {
  readonly rrule?: string;
  readonly file?: string | null;
  readonly mail?: string | null;
};

function scheduleOf(address: string, { rrule, file = null, mail = null, webhook, zone, budget }: Wanted) {
  const title = titleOf(address);
  return {
    title: title.slice(0, MAX_TITLE),
    instruction: `Run the routine “${title}”: do what its file says.`,
    rrule,
    file,
    mail,
    webhook,
    zone,
    budget,
    zofile_id: null,
    misfire: 'once',
    grace_s: 3_600,
    overlap: overlapOf({ file, mail, webhook }),
  } satisfies CreateSchedule;
}

/** Each file, each mail and each call gets its run. */
const overlapOf = ({ file, mail, webhook }: Pick<Proposal, 'file' | 'mail' | 'webhook'>): Schedule['overlap'] =>
  file === null && mail === null && !webhook ? 'skip' : 'queue';

/** What its user chose stays, unless something of another kind starts it from now on. */
function otherOverlap({ filePattern, mailWords, hookId }: Schedule, proposed: Proposal) {
  const before = overlapOf({ file: filePattern, mail: mailWords, webhook: hookId !== null });
  const overlap = overlapOf(proposed);
  return overlap === before ? {} : { overlap };
}
