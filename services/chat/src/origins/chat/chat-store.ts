import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import { ConversationsRepository } from './conversations/conversations.repository.js';
import { MessagesRepository } from './messages/messages.repository.js';

/** The repositories of conversations and messages, and the database for their transactions. */
@Injectable()
export class ChatStore {
  constructor(
    readonly database: Database,
    readonly conversations: ConversationsRepository,
    readonly messages: MessagesRepository,
  ) {}
}
