import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import { CallPicturesRepository } from '../../runs/store/call-pictures.repository.js';
import { ConversationsRepository } from './conversations/conversations.repository.js';
import { MessagesRepository } from './messages/messages.repository.js';

/** The repositories of conversations and messages, and the database for their transactions. */
@Injectable()
export class ChatStore {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    readonly database: Database,
    readonly conversations: ConversationsRepository,
    readonly messages: MessagesRepository,
    readonly pictures: CallPicturesRepository,
  ) {}
}
