import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@zo/events';
import type { RunEnded, RunParked, RunStarted } from '@zo/proto/chat/v1';
import { RunsOfSchedules } from './runs.service.js';

/** What chat says about the runs of due times. */
@Controller()
export class RunsConsumer {
  constructor(private readonly runs: RunsOfSchedules) {}

  @EventPattern('run.started')
  started(@Payload() { ctx, message }: EventEnvelope<RunStarted>): Promise<void> {
    return this.runs.started(ctx, message);
  }

  @EventPattern('run.parked')
  parked(@Payload() { ctx, message }: EventEnvelope<RunParked>): Promise<void> {
    return this.runs.parked(ctx, message);
  }

  @EventPattern('run.ended')
  ended(@Payload() { ctx, message }: EventEnvelope<RunEnded>): Promise<void> {
    return this.runs.ended(ctx, message);
  }
}
