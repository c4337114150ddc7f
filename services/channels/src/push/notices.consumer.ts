import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { systemCtx } from '@zo/auth';
import type { EventEnvelope } from '@zo/events';
import type { RunNotice } from '@zo/proto/chat/v1';
import { DevicesService } from './devices.service.js';

const WORDS: Readonly<Record<string, string>> = {
  waiting: 'Zo waits for your answer.',
  complete: 'Zo is done.',
  failed: 'Zo could not finish this.',
};

/** What chat says that the devices of a user show. Only the name of the chat leaves, never what is in it. */
@Controller()
export class NoticesConsumer {
  constructor(private readonly devices: DevicesService) {}

  @EventPattern('run.notice')
  async notice(@Payload() { message }: EventEnvelope<RunNotice>): Promise<void> {
    const { userId, runId, conversationId, status, title } = message;
    const text = WORDS[status];
    if (!text) return;
    const url = `/f?chat=${encodeURIComponent(conversationId)}`;
    await this.devices.tell(systemCtx(userId), { title: title || 'Zo', text, url, tag: runId });
  }
}
