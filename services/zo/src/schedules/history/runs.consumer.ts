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
  started(@Payload() { message }: EventEnvelope<RunStarted>): Promise<void> {
    return this.runs.started(message);
  }

  @EventPattern('run.parked')
  parked(@Payload() { message }: EventEnvelope<RunParked>): Promise<void> {
    return this.runs.parked(message);
  }

  @EventPattern('run.ended')
  ended(@Payload() { message }: EventEnvelope<RunEnded>): Promise<void> {
    return this.runs.ended(message);
  }
}
