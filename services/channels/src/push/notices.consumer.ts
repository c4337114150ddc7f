import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { systemCtx } from '@zo/auth';
import type { EventEnvelope } from '@zo/events';
import type { RunNotice } from '@zo/proto/chat/v1';
import { Questions } from '../approvals/questions.js';
import { DevicesService } from './devices.service.js';

const WORDS: Readonly<Record<string, string>> = {
  waiting: 'Zo waits for your answer.',
  complete: 'Zo is done.',
  failed: 'Zo could not finish this.',
};

/**
 * What chat says that the devices of a user show: the name of the chat, and of what is in it only a question that the
 * user wants to see there.
 */
@Controller()
export class NoticesConsumer {
  constructor(
    private readonly devices: DevicesService,
    private readonly questions: Questions,
  ) {}

  @EventPattern('run.notice')
  async notice(@Payload() { message }: EventEnvelope<RunNotice>): Promise<void> {
    const { userId, runId, conversationId, status, title } = message;
    if (status === 'parked') return this.questions.ask(message);
    const words = WORDS[status];
    if (!words) return;
    const url = `/f?chat=${encodeURIComponent(conversationId)}`;
    const question = status === 'waiting' ? await this.questions.forPush(message) : undefined;
    const news = { title: title || 'Zo', text: question?.text ?? words, url, tag: runId };
    const ask = question && { path: question.path, page: question.page };
    this.devices.tell(systemCtx(userId), { ...news, ...(ask && { ask }) });
  }
}
