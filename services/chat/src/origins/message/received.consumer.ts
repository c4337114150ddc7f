import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { EventEnvelope } from '@zo/events';
import type { MessageReceived } from '@zo/proto/channels/v1';
import { MessageRuns } from './message-runs.js';

/** Messages that arrived by mail or text. */
@Controller()
export class ReceivedConsumer {
  constructor(private readonly runs: MessageRuns) {}

  /** In a transaction of its own, because a run starts after the commit; the run's key makes a repetition harmless. */
  @EventPattern('message.received')
  received(@Payload() { message }: EventEnvelope<MessageReceived>): Promise<void> {
    return this.runs.start(message);
  }
}
