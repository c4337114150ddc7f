/** Tells the person's other devices that a chat changed; the files service forwards the channel to websockets. */
import { Inject, Injectable } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import type { RunStatus } from './messages/parts.js';

export type ConversationChange =
  | { id: string; change: 'created' | 'updated' | 'deleted' }
  | { id: string; change: 'run'; run_id: string; status: RunStatus };

@Injectable()
export class Live {
  constructor(@Inject(CACHE) private readonly cache: Cache) {}

  /** Call after the commit. Nothing is kept: a device that is away reads the list when it comes back. */
  conversation(userId: string, payload: ConversationChange): void {
    void this.cache
      .publish(`user:${userId}:live`, JSON.stringify({ type: 'conversation', payload }))
      .catch(() => undefined);
  }
}
