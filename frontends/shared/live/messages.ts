import type { Root } from '../paths';
import type { Computer } from '../api/types';

/** LS-01: something changed on the computer's disk. Paths are joined with '/'. */
export interface FsEvent {
  eventType: 'created' | 'deleted' | 'moved' | 'modified';
  root: Root;
  relativePath: string;
  destPath?: string | null;
  isDirectory: boolean;
  at: number | string;
}

/** Something happened to a conversation or to a run of it. */
export interface ConversationEvent {
  id: string;
  change: 'created' | 'updated' | 'deleted' | 'run';
  run_id?: string;
  status?: string;
}

/**
 * What listeners can ask for. `resync`: too much was missed, fetch everything again. `subscribed`: from here on everything is told; what
 * carries no number (all but `fs_event`) may have been told before, to nobody.
 */
export interface LiveEvents {
  fs_event: FsEvent;
  computer: Partial<Computer> & { state: Computer['state'] };
  conversation: ConversationEvent;
  upload: unknown;
  subscribed: null;
  resync: null;
  status: 'connecting' | 'live' | 'lost' | 'signed-out';
}

/** A frame from the server. */
export interface Frame {
  type: keyof LiveEvents | 'hello' | 'pong';
  seq?: number;
  epoch?: string;
  payload?: unknown;
}
