/** Notifies the user's browsers that a chat changed. */
import { Injectable } from '@nestjs/common';
import { type ChannelMessage, LivePublisher } from '@zo/live';

type ConversationChange = Extract<ChannelMessage<'chat'>, { type: 'conversation' }>['payload'];

@Injectable()
export class Live {
  constructor(private readonly live: LivePublisher<'chat'>) {}

  /** Call after the commit. */
  conversation(userId: string, payload: ConversationChange): void {
    this.live.publish(userId, { type: 'conversation', payload });
  }
}
