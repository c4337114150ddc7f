import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { FileMoved, FileTrashed } from '@zo/proto/files/v1';
import type { EventEnvelope } from '@zo/events';
import { ConversationsRepository } from './conversations.repository.js';

/** Updates the links between chats and files when files move or are deleted. */
@Controller()
export class FilesConsumer {
  constructor(private readonly conversations: ConversationsRepository) {}

  @EventPattern('file.moved')
  moved(@Payload() { ctx, message }: EventEnvelope<FileMoved>): Promise<void> {
    return this.conversations.moveLinks(ctx, { from: message.from, to: message.to });
  }

  @EventPattern('file.trashed')
  trashed(@Payload() { ctx, message }: EventEnvelope<FileTrashed>): Promise<void> {
    return this.conversations.dropLinks(ctx, message.address);
  }
}
