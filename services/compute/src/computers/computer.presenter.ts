import type { RunningComputer } from '../driver/computer.driver.js';
import type { ComputerRow } from './computer.entity.js';

export type ComputerState = 'asleep' | 'waking' | 'awake' | 'stopping' | 'failed';

export interface ComputerView {
  id: string;
  state: ComputerState;
  sandboxed: boolean;
  reason?: string;
  started_at?: string;
  busy_reason?: string;
  sleeps_in_seconds?: number;
}

interface Seen {
  readonly state: ComputerState;
  readonly running?: RunningComputer;
  readonly activity?: { busyReason: string; sleepsInMs: number };
}

export function presentComputer(row: ComputerRow, { state, running, activity }: Seen): ComputerView {
  const reason = running?.reason || (state === 'failed' ? row.failure : null);
  return {
    id: row.id,
    state,
    sandboxed: running?.sandboxed ?? true,
    ...(reason && { reason }),
    ...(running && { started_at: new Date(running.startedAt).toISOString() }),
    ...(activity?.busyReason && { busy_reason: activity.busyReason }),
    ...(activity && !activity.busyReason && { sleeps_in_seconds: Math.ceil(activity.sleepsInMs / 1000) }),
  };
}
