import type { LiveMessage } from '../api/types';

export type { LiveMessage } from '../api/types';
export type MessageOf<Type extends LiveMessage['type']> = Extract<LiveMessage, { type: Type }>;

/** LS-01: a change on the computer's disk. Paths are joined with '/'. */
export type FsEvent = MessageOf<'fs_event'>['payload'];

/**
 * Events a listener can subscribe to. `resync`: too many messages were missed, fetch everything again. `subscribed`:
 * from here on every message arrives; messages without a sequence number (all but `fs_event`) may have been lost
 * before.
 */
export interface LiveEvents {
  fs_event: FsEvent;
  computer: MessageOf<'computer'>['payload'];
  conversation: MessageOf<'conversation'>['payload'];
  schedule: MessageOf<'schedule'>['payload'];
  message: MessageOf<'message'>['payload'];
  subscribed: null;
  resync: null;
  status: 'connecting' | 'live' | 'lost' | 'signed-out';
}
