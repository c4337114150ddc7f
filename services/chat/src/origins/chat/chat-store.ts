import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import { ConversationsRepository } from './conversations/conversations.repository.js';
import { MessagesRepository } from './messages/messages.repository.js';

/** The tables of conversations and messages and the transactions around them. */
@Injectable()
export class ChatStore {
  constructor(
    readonly database: Database,
    readonly conversations: ConversationsRepository,
    readonly messages: MessagesRepository,
  ) {}
}
