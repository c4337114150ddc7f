/** Starts the runs of due times, each once however often it is told of. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { isServiceError } from '@zo/errors';
import { logger } from '@zo/observability';
import type { OccurrenceDue } from '@zo/proto/zo/v1';
import { chatErrors } from '../../errors.js';
import { RunStarter } from '../../runs/start-run.js';
import type { Run } from '../../runs/store/runs.repository.js';
import type { Asked } from '../../shapes/asked.js';
import type { Source } from '../../shapes/labels.js';
import { sanitise } from '../../shapes/parts.js';
import { withStarter } from '../../shapes/started-by.js';
import type { ToolScope } from '../../tools/tool-registry.js';
import { ChatStore } from '../chat/chat-store.js';
import { Exchanges } from '../chat/messages/exchanges.js';
import { RoutineRunsRepository } from '../chat/routines/routine-runs.repository.js';
import { missingOf, requestFor, Routines, scriptOf, withInputs } from '../chat/routines/routines.js';
import { runOf } from '../chat/messages/messages.service.js';
import { ScheduleOrigin } from './schedule.origin.js';
import { type DueTask, Schedules } from '../../runs/ports/schedules.js';

const log = logger('chat:schedules');

/** What costs something that no price is known of, or spends in runs of its own: left out where a run has a limit. */
const UNPRICED: ToolScope = {
  deny: [
    'web_research',
    'deep_research',
    'perform_coding_task',
    'generate_image',
    'edit_image',
    'generate_video',
    'transcribe_audio',
    'transcribe_video',
  ],
};

type Begun = DueTask & Pick<Asked, 'files'> & Pick<Run, 'script'>;

@Injectable()
export class ScheduledRuns {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly starter: RunStarter,
    private readonly exchanges: Exchanges,
    private readonly origin: ScheduleOrigin,
    private readonly schedules: Schedules,
    private readonly routines: Routines,
    private readonly routineRuns: RoutineRunsRepository,
    private readonly store: ChatStore,
  ) {}

  /** Does nothing if the schedule was deleted. @throws if a service does not answer: it is tried again */
  async start({ userId, scheduleId, dueAt, attempt }: OccurrenceDue): Promise<void> {
    const originId = `occurrence:${scheduleId}:${dueAt}${attempt > 0 ? `:${attempt}` : ''}`;
    const system: Ctx = { userId, owner: false, actor: 'schedule', requestId: originId };
    try {
      const task = await this.schedules.dueTask(system, { scheduleId, dueAt });
      if (!task) return;
      const ctx = { ...system, owner: task.owner };
      await this.run(ctx, { originId, scheduleId }, await this.askedBy(ctx, task));
    } catch (error) {
      if (!isServiceError(error) || error.status >= 500) throw error;
      log.warn({ error }, 'the run of a schedule could not be started');
      await this.store.database.tx(system, async (tx) => this.origin.refused(tx, originId, error.detail));
    }
  }

  /** With its files, whose text counts as what it is: written by its user, or by others. */
  private async askedBy(ctx: Ctx, task: DueTask): Promise<Begun> {
    const cause = task.file === '' ? [] : [{ id: crypto.randomUUID(), path: task.file }];
    if (task.routineId === '')
      return { ...task, instruction: sanitise(withStarter(task.instruction, task.file)), files: cause, script: null };
    const routine = await this.routines.find(ctx, task.routineId);
    if (!routine) throw chatErrors.routineGone();
    if (routine.problem !== '') throw chatErrors.routineUnreadable({ why: routine.problem });
    const missing = missingOf(routine, task.inputs);
    if (missing) throw chatErrors.routineAsksMore({ names: missing });
    const request = task.steps.length > 0 ? requestFor(routine.title, task.steps) : task.instruction;
    const instruction = sanitise(withStarter(withInputs(request, routine, task.inputs), task.file));
    const script = scriptOf({ ...task, armed: true }, task.inputs, task.file);
    return { ...task, instruction, script, files: [{ id: crypto.randomUUID(), path: routine.address }, ...cause] };
  }

  private async run(ctx: Ctx, { originId, scheduleId }: { originId: string; scheduleId: string }, task: Begun) {
    const { run, created } = await this.starter.startRun(
      ctx,
      { origin: this.origin.name, originId, conversations: { type: 'schedule', eventId: scheduleId } },
      {
        read: (tx) =>
          this.exchanges.read(tx, 'new', { text: task.instruction, files: task.files, attachments: [], chats: [] }),
        write: async (tx, found, run) => {
          const first = { messageId: crypto.randomUUID(), title: sanitise(task.title), foreign: foreignOf(task) };
          const exchange = await this.exchanges.write(tx, { ...first, run }, found);
          const { conversationId } = exchange;
          if (task.routineId !== '') this.routineRuns.addAtCommit(tx, { conversationId, routineId: task.routineId });
          this.origin.started(tx, { id: run.id, originId, userId: ctx.userId }, conversationId);
          return { ...runOf(this.origin, exchange), ...limited(exchange.budget, task), script: task.script };
        },
      },
    );
    if (created) this.origin.announceStart(run, { isNew: true });
  }
}

const limited = <T extends object>(budget: T, { budgetNano }: DueTask) =>
  budgetNano === undefined ? { budget } : { budget: { ...budget, nano: budgetNano }, tools: UNPRICED };

/** Words of others that the instruction may hold. */
const foreignOf = ({ tainted, title }: DueTask): Source[] =>
  tainted ? [{ kind: 'program', name: `the schedule “${title}”` }] : [];
