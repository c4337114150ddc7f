import type { LiveMessage } from '../api/types';
import type { Location, Root } from '../paths';

export type { LiveMessage } from '../api/types';
export type MessageOf<Type extends LiveMessage['type']> = Extract<LiveMessage, { type: Type }>;

/** LS-01: a change on the disk of the computer or of a machine. Paths are joined with '/'. */
export type FsEvent = Omit<MessageOf<'fs_event'>['payload'], 'root' | 'destRoot'> & { root: Root; destRoot?: Root };

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
  /** From here on every change in these folders of a machine arrives; earlier ones may have been lost. */
  watching: readonly Location[];
  status: 'connecting' | 'live' | 'lost' | 'signed-out';
}
