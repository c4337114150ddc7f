import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { systemCtx } from '@zo/auth';
import { Database } from '@zo/db';
import type { EventEnvelope } from '@zo/events';
import { LivePublisher } from '@zo/live';
import type { RunEnded, RunParked, RunStarted } from '@zo/proto/chat/v1';
import type { Message } from '../messages/message.entity.js';
import { MessagesRepository } from '../messages/messages.repository.js';
import { Postman } from '../messages/postman.js';
import { Turns } from '../messages/turns.js';
import { messageIn } from './message-origin.js';

const MAX_OUTCOME = 600;

/** What chat says about the runs that answer messages. It is only noted here; the answer leaves with the next round. */
@Controller()
export class RunsConsumer {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly messages: MessagesRepository,
    private readonly postman: Postman,
    private readonly turns: Turns,
    private readonly live: LivePublisher<'channels'>,
  ) {}

  @EventPattern('run.started')
  started(@Payload() { message }: EventEnvelope<RunStarted>): Promise<void> {
    const { runId, conversationId } = message;
    return this.note(message, { runId, conversationId });
  }

  @EventPattern('run.parked')
  parked(@Payload() { message }: EventEnvelope<RunParked>): Promise<void> {
    return this.note(message, { outcome: `parked ${Date.now()}`, nextAt: new Date() });
  }

  @EventPattern('run.ended')
  ended(@Payload() { message }: EventEnvelope<RunEnded>): Promise<void> {
    const outcome = `${message.status} ${message.error}`.trim().slice(0, MAX_OUTCOME);
    const { runId } = message;
    return this.note(message, { ...(runId !== '' && { runId }), outcome, nextAt: new Date() });
  }

  /** In a transaction of its own, because the work begins after the commit. */
  private async note(
    { userId, originId }: Pick<RunEnded, 'userId' | 'originId'>,
    given: Partial<Pick<Message, 'runId' | 'conversationId' | 'outcome' | 'nextAt'>>,
  ): Promise<void> {
    const id = messageIn(originId);
    if (id === undefined) return;
    // What is told is new work, with all its attempts.
    const to = { ...given, ...(given.nextAt && { attempts: 0, why: null }) };
    const isNext = await this.database.tx(systemCtx(userId), async (tx) => {
      await this.messages.move(tx, id, { from: ['received'], to });
      return this.turns.pass(tx, id);
    });
    if (given.nextAt || isNext) this.postman.wake();
    this.live.publish(userId, { type: 'message', payload: { id } });
  }
}
