/** Reads a computer's status. */
import type { Computer } from '../operator/objects/resources.js';
import { holdNow } from '../operator/reconcile/reconcile.js';

/** With these reasons a computer does not become ready within the time that a caller waits. */
const FATAL_REASONS = new Set(['PlanNotFound', 'VolumeNotFound', 'VolumeOfAnother', 'ComputerEnded']);

export const conditionOf = ({ status }: Computer, type: string) =>
  status?.conditions?.find((condition) => condition.type === type);
export const startOf = ({ status }: Computer) => Date.parse(status?.startedAt ?? '');
export const hasBegun = ({ status }: Computer) =>
  status?.phase === 'Starting' && status.podUID !== undefined && status.startedAt !== undefined;
export const isToRun = (computer: Computer) =>
  computer.spec.operatingMode === 'Running' && !holdNow(computer, Date.now());
export const isReady = (computer: Computer) =>
  conditionOf(computer, 'Ready')?.status === 'True' && computer.status?.podUID !== undefined;
export const held = ({ spec }: Computer) => `Your computer is on hold (${spec.hold?.reason}).`;
export const because = (computer: Computer | undefined) => {
  const { reason, message } = (computer && conditionOf(computer, 'Ready')) ?? {};
  return reason ? ` (${[reason, message].filter(Boolean).join(': ')})` : '';
};

/** A computer that is too busy to answer for a moment has not ended. */
export const runsStill = ({ status }: Computer, podUID: string | undefined) =>
  podUID !== undefined && status?.podUID === podUID && (status.phase === 'Running' || status.phase === 'Starting');

export function readyOrThrow(computer: Computer): boolean {
  if (computer.status?.phase === 'Held') throw new Error(held(computer));
  if (FATAL_REASONS.has(conditionOf(computer, 'Ready')?.reason ?? ''))
    throw new Error(`The computer could not be started${because(computer)}.`);
  return isReady(computer);
}
