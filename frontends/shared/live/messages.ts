import type { LiveMessage } from '../api/types';

export type { LiveMessage } from '../api/types';
export type MessageOf<Type extends LiveMessage['type']> = Extract<LiveMessage, { type: Type }>;

/** LS-01: something changed on the computer's disk. Paths are joined with '/'. */
export type FsEvent = MessageOf<'fs_event'>['payload'];

/**
 * What listeners can ask for. `resync`: too much was missed, fetch everything again. `subscribed`: from here on everything is told; what
 * carries no number (all but `fs_event`) may have been told before, to nobody.
 */
export interface LiveEvents {
  fs_event: FsEvent;
  computer: MessageOf<'computer'>['payload'];
  conversation: MessageOf<'conversation'>['payload'];
  subscribed: null;
  resync: null;
  status: 'connecting' | 'live' | 'lost' | 'signed-out';
}
