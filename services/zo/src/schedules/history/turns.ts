/** Which run of a schedule is next, where they wait for each other. The schedule is locked. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { publishDue } from '../due/due-times.js';
import type { Schedule } from '../schedule.entity.js';
import { HooksRepository } from '../hooks/hooks.repository.js';
import { OccurrencesRepository } from './occurrences.repository.js';

type Turning = Pick<Schedule, 'id' | 'userId'>;

@Injectable()
export class Turns {
  constructor(
    private readonly occurrences: OccurrencesRepository,
    private readonly hooks: HooksRepository,
  ) {}

  /** Starts the run that waited for the one before it, which is over. */
  async next(ctx: Ctx, { id, userId }: Turning, now: Date): Promise<void> {
    await this.hooks.dropBodiesOfOver(ctx, id);
    const queued = await this.occurrences.firstQueued(ctx, id);
    if (!queued) return;
    await this.occurrences.move(ctx, queued, { from: ['queued'], to: { state: 'due', createdAt: now } });
    publishDue({ userId, outbox: ctx.outbox! }, queued);
  }

  /** A run that is asked for now takes the place of those that wait to be tried again. */
  async giveWay(ctx: Ctx, schedule: Turning, now: Date): Promise<void> {
    const hasGivenUp = await this.occurrences.giveUpRetries(ctx, schedule.id, now);
    if (!hasGivenUp) return;
    if (await this.occurrences.isRunning(ctx, schedule.id)) await this.hooks.dropBodiesOfOver(ctx, schedule.id);
    else await this.next(ctx, schedule, now);
  }

  /**
   * Nothing that waits starts while its schedule is paused. What queues behind a run is left to the end of that run.
   */
  async pause(ctx: Ctx, { id }: Turning, now: Date): Promise<void> {
    const gone = { why: 'The schedule was paused.', now };
    await this.occurrences.giveUpRetries(ctx, id, now);
    await this.occurrences.skipDue(ctx, id, gone);
    if (!(await this.occurrences.isRunning(ctx, id))) await this.occurrences.skipQueued(ctx, id, gone);
    await this.hooks.dropBodiesOfOver(ctx, id);
  }
}
