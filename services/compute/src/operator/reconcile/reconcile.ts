import type { V1PersistentVolumeClaim, V1Pod } from '@kubernetes/client-node';
import { podOf } from '../objects/pod.js';
import {
  type Computer,
  type ComputerStatus,
  FINALIZER,
  type ObservedClaim,
  type ObservedPod,
  type Plan,
} from '../objects/resources.js';
import { claimOf, hasToGrow, isOwnClaim, sizeOf } from '../objects/volume.js';
import { endOf, failuresAfter, restartAt } from './failures.js';
import type { Observed } from './observed.js';
import { type Situation, statusOf } from './status.js';

/** Each is safe to repeat: creating what exists, and deleting what is gone or was replaced, changes nothing. */
export type Action =
  | { readonly do: 'addFinalizer' | 'removeFinalizer' | 'ensureSecret' }
  | { readonly do: 'createClaim'; readonly claim: V1PersistentVolumeClaim }
  | { readonly do: 'growClaim'; readonly uid: string; readonly size: string }
  | { readonly do: 'createPod'; readonly pod: V1Pod }
  | { readonly do: 'deletePod' | 'deleteClaim'; readonly uid: string };

export interface Outcome {
  readonly actions: readonly Action[];
  readonly status: ComputerStatus;
  /** Unix time in milliseconds to reconcile again, because no event will announce that moment. */
  readonly requeueAt?: number;
}

/**
 * Decides from the current state, never from what was done before: it may be called at any time, any number of times,
 * after any crash. Phases and conditions are written here and never read; of the status only the record of failures
 * counts.
 */
export function reconcile(computer: Computer, observed: Observed, now: number): Outcome {
  const { actions, situation } = decide(computer, observed, now);
  return {
    actions,
    status: statusOf(computer, observed, { ...situation, now }),
    ...(situation.requeueAt !== undefined && { requeueAt: situation.requeueAt }),
  };
}

interface Decision {
  readonly actions: Action[];
  readonly situation: Situation;
}

function decide(computer: Computer, observed: Observed, now: number): Decision {
  const { pod } = observed;
  if (computer.metadata.deletionTimestamp) return remove(computer, observed);
  if (!computer.metadata.finalizers?.includes(FINALIZER))
    return { actions: [{ do: 'addFinalizer' }], situation: { is: 'new' } };
  const hold = holdNow(computer, now);
  if (hold) return { actions: endPod(pod), situation: { is: pod ? 'suspending' : 'held', requeueAt: hold.until } };
  if (computer.spec.operatingMode === 'Suspended')
    return { actions: endPod(pod), situation: { is: pod ? 'suspending' : 'suspended' } };
  return run(computer, observed, now);
}

/** Whether a hold is in force, and until when. A hold whose end cannot be parsed does not end. */
export function holdNow({ spec: { hold } }: Pick<Computer, 'spec'>, now: number): { until?: number } | undefined {
  if (!hold) return undefined;
  const until = hold.until === undefined ? Number.NaN : Date.parse(hold.until);
  if (Number.isNaN(until)) return {};
  return now < until ? { until } : undefined;
}

/** Deletes only once: the kubelet gives the agent its grace period, and a second deletion would change nothing. */
const endPod = (pod: ObservedPod | null): Action[] =>
  pod && !pod.metadata.deletionTimestamp ? [{ do: 'deletePod', uid: pod.metadata.uid! }] : [];

/** The volume is deleted, if it is to be, when nothing writes to it any more; the object goes last. */
function remove(computer: Computer, { pod, claim }: Observed): Decision {
  const situation = { is: 'deleting' } as const;
  if (!computer.metadata.finalizers?.includes(FINALIZER)) return { actions: [], situation };
  if (pod) return { actions: endPod(pod), situation };
  if (computer.spec.storage?.onDelete === 'Delete' && claim && isOwnClaim(claim, computer)) {
    return {
      actions: claim.metadata.deletionTimestamp ? [] : [{ do: 'deleteClaim', uid: claim.metadata.uid! }],
      situation,
    };
  }
  return { actions: [{ do: 'removeFinalizer' }], situation };
}

function run(computer: Computer, observed: Observed, now: number): Decision {
  const { plan, pod, claim, images, registrationUrl } = observed;
  if (claim && !isOwnClaim(claim, computer)) return { actions: endPod(pod), situation: { is: 'foreignClaim' } };
  const foreign =
    pod && pod.metadata.ownerReferences?.find(({ controller }) => controller)?.uid !== computer.metadata.uid;
  // The pod of an earlier computer of this name, or of none: it uses our volume, so it is deleted first.
  if (foreign) return { actions: endPod(pod), situation: { is: 'starting', why: 'OldPodEnding' } };
  if (pod?.metadata.deletionTimestamp) return { actions: [], situation: { is: 'starting', why: 'OldPodEnding' } };
  if (pod && endOf(pod))
    return {
      actions: endPod(pod),
      situation: { is: 'failed', failures: failuresAfter(computer.status?.failures, pod, now) },
    };
  if (pod)
    return {
      actions: plan && claim ? grow(computer, plan, claim) : [],
      situation: { is: isReady(pod) ? 'running' : 'starting' },
    };
  if (!plan) return { actions: [], situation: { is: 'noPlan' } };
  // It was switched to an existing volume: an empty one is no substitute.
  if (!claim && computer.spec.storage?.volume) return { actions: [], situation: { is: 'noVolume' } };
  if (claim?.metadata.deletionTimestamp) return { actions: [], situation: { is: 'starting', why: 'VolumeEnding' } };
  const waitUntil = restartAt(computer.status?.failures);
  if (now < waitUntil) return { actions: [], situation: { is: 'failed', requeueAt: waitUntil } };
  const volume: Action[] = claim ? [] : [{ do: 'createClaim', claim: claimOf(computer, plan) }];
  const image = images[computer.spec.image?.channel ?? 'Stable'];
  return {
    actions: [
      ...volume,
      { do: 'ensureSecret' },
      { do: 'createPod', pod: podOf(computer, plan, { image, registrationUrl }) },
    ],
    situation: { is: 'starting' },
  };
}

/**
 * Only with a pod, so that a storage class whose volumes cannot grow prevents no start. Unbound volumes cannot grow,
 * and some are bound to the node of a pod.
 */
function grow(computer: Computer, plan: Plan, claim: ObservedClaim): Action[] {
  const size = sizeOf(computer, plan);
  return claim.status?.phase === 'Bound' && hasToGrow(claim, size)
    ? [{ do: 'growClaim', uid: claim.metadata.uid!, size }]
    : [];
}

const isReady = (pod: ObservedPod) =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
