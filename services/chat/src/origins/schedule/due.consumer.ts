import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@zo/events';
import type { OccurrenceDue } from '@zo/proto/zo/v1';
import { ScheduledRuns } from './scheduled-runs.js';

/** Times of schedules that are due. */
@Controller()
export class DueConsumer {
  constructor(private readonly runs: ScheduledRuns) {}

  /** In a transaction of its own, because a run starts after the commit; the run's key makes a repetition harmless. */
  @EventPattern('occurrence.due')
  due(@Payload() { message }: EventEnvelope<OccurrenceDue>): Promise<void> {
    return this.runs.start(message);
  }
}
