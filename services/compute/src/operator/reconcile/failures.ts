import type { Failures, ObservedPod } from '../objects/resources.js';

const FIRST_WAIT_MS = 10_000;
const MAX_WAIT_MS = 300_000;
/** Reset the failure count once the computer has run for ten minutes. */
const WELL_AFTER_MS = 600_000;

/** Why a pod ended without being asked to; undefined while it has not ended. */
export function endOf(pod: ObservedPod): string | undefined {
  const { phase, reason, containerStatuses } = pod.status ?? {};
  if (phase !== 'Failed' && phase !== 'Succeeded') return undefined;
  const terminated = containerStatuses?.find(({ state }) => state?.terminated)?.state?.terminated;
  return reason || terminated?.reason || 'Ended';
}

/** The record with the end of this pod added; each pod is counted once, however often it is seen. */
export function failuresAfter(known: Failures | undefined, pod: ObservedPod, now: number): Failures {
  const podUID = pod.metadata.uid!;
  if (known?.podUID === podUID) return known;
  const began = Date.parse(pod.status?.startTime ?? '');
  const wasWell = now - began > WELL_AFTER_MS;
  return { count: wasWell ? 1 : (known?.count ?? 0) + 1, podUID, at: new Date(now).toISOString(), reason: endOf(pod) };
}

/** Unix time in milliseconds of the next permitted start. */
export function restartAt(failures: Failures | undefined): number {
  if (!failures) return 0;
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures.count - 1));
  return Date.parse(failures.at) + wait;
}
