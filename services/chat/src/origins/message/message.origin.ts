/** Mail and text messages as origins of runs: chats as any other, whose end is told to the service `channels`. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { publish } from '@zo/events';
import { chatEvents } from '@zo/proto/topics';
import type { Wait } from '../../runs/ports/origin.js';
import type { Run, RunEnd } from '../../runs/store/runs.repository.js';
import { ChatOrigin, conversationOf } from '../chat/chat.origin.js';

const MAX_ERROR = 500;

export abstract class MessageOrigin extends ChatOrigin {
  abstract override readonly name: 'email' | 'sms';
  /** The answer itself goes to the user. */
  protected override readonly newsAfterMs = Infinity;

  /** Called in the transaction that inserts the run. */
  started(ctx: Ctx, run: Pick<Run, 'id' | 'originId' | 'userId'>, conversationId: string): void {
    publish(ctx, chatEvents, 'run.started', { ...factOf(run), conversationId });
  }

  override async waits(ctx: Ctx, run: Run, wait: Wait): Promise<void> {
    await super.waits(ctx, run, wait);
    if (wait.status === 'running') this.started(ctx, run, conversationOf(run));
    else if (wait.status === 'waiting') publish(ctx, chatEvents, 'run.parked', factOf(run));
  }

  override async ended(ctx: Ctx, run: Run, { status, error, ...end }: RunEnd): Promise<void> {
    await super.ended(ctx, run, { status, error, ...end });
    publish(ctx, chatEvents, 'run.ended', { ...factOf(run), status, error: error?.slice(0, MAX_ERROR) ?? '' });
  }

  async removed(ctx: Ctx, run: Run): Promise<void> {
    publish(ctx, chatEvents, 'run.ended', { ...factOf(run), status: 'stopped' });
  }

  /** A message whose run could not be started. */
  refused(ctx: Ctx, originId: string, error: string): void {
    const { userId } = ctx;
    publish(ctx, chatEvents, 'run.ended', { userId, originId, status: 'failed', error: error.slice(0, MAX_ERROR) });
  }
}

@Injectable()
export class EmailOrigin extends MessageOrigin {
  override readonly name = 'email';
}

@Injectable()
export class SmsOrigin extends MessageOrigin {
  override readonly name = 'sms';
}

@Injectable()
export class MessageOrigins {
  constructor(
    readonly email: EmailOrigin,
    readonly sms: SmsOrigin,
  ) {}
}

const factOf = ({ id: runId, originId, userId }: Pick<Run, 'id' | 'originId' | 'userId'>) => ({
  userId,
  originId,
  runId,
});
