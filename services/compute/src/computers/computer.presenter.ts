import { z } from 'zod';
import type { RunningComputer } from '../driver/computer.driver.js';
import type { ComputerRow } from './computer.entity.js';

export const computerView = z
  .strictObject({
    id: z.uuid(),
    state: z.enum(['asleep', 'waking', 'awake', 'stopping', 'failed']),
    sandboxed: z.boolean(),
    reason: z.string().optional(),
    started_at: z.iso.datetime().optional(),
    busy_reason: z.string().optional(),
    sleeps_in_seconds: z.number().optional(),
  })
  .meta({ id: 'Computer' });
export type ComputerView = z.infer<typeof computerView>;
export type ComputerState = ComputerView['state'];

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
