import type { V1PersistentVolumeClaim, V1Pod } from '@kubernetes/client-node';
import { endOf } from '../reconcile/failures.js';
import {
  type Channel,
  type Computer,
  type ObservedClaim,
  type ObservedPod,
  type Plan,
  volumeOf,
} from '../objects/resources.js';
import { isOwnClaim } from '../objects/volume.js';
import {
  type ComputerBackup,
  type ComputerRestore,
  helperOf,
  restoredClaimName,
  restoredClaimOf,
  TRANSFER,
} from './resources.js';

/** The current state; null means that there is none. */
export interface ObservedTransfer {
  readonly computer: Computer | null;
  readonly plan: Plan | null;
  /** The pod of the computer itself. */
  readonly pod: ObservedPod | null;
  /** The pod made for a transfer of this computer, this one or another. */
  readonly helper: ObservedPod | null;
  /** Whether the transfer that it was made for is gone. */
  readonly helperIsLeft: boolean;
  /** For a backup the computer's volume, for a restore the new one. */
  readonly claim: ObservedClaim | null;
  /** For a restore, the backup that it restores. */
  readonly backup: ComputerBackup | null;
  readonly images: Readonly<Record<Channel, string>>;
}

/** Each is safe to repeat, like the actions on a computer. */
export type TransferAction =
  | { readonly do: 'ensureSecret' }
  | { readonly do: 'createClaim'; readonly claim: V1PersistentVolumeClaim }
  | { readonly do: 'createPod'; readonly pod: V1Pod }
  | { readonly do: 'deletePod' | 'deleteClaim'; readonly name: string; readonly uid: string };

/** The pod whose agent is asked. */
export interface AgentPod {
  readonly ip: string;
  readonly uid: string;
}

/** What to do now, and what follows: waiting, streaming the bytes, finding a stored home, or the end. */
export interface TransferOutcome {
  readonly actions: readonly TransferAction[];
  readonly next:
    | { readonly is: 'wait'; readonly why: string }
    | { readonly is: 'stream'; readonly pod: AgentPod }
    /** A stored home is looked for in the object store. */
    | { readonly is: 'find' }
    | { readonly is: 'fail'; readonly why: string }
    | { readonly is: 'over' };
}

const wait = (why: string, actions: readonly TransferAction[] = []): TransferOutcome => ({
  actions,
  next: { is: 'wait', why },
});
const fail = (why: string): TransferOutcome => ({ actions: [], next: { is: 'fail', why } });
export const isOver = ({ status }: ComputerBackup | ComputerRestore) =>
  status?.phase === 'Complete' || status?.phase === 'Failed';

/**
 * Streams from the agent of a running computer. For a sleeping one it starts an agent on the volume, which is removed
 * when the user needs the computer.
 */
export function reconcileBackup(backup: ComputerBackup, seen: ObservedTransfer): TransferOutcome {
  const { computer, pod, helper, claim } = seen;
  const cleanup = endHelper(backup, helper);
  if (isOver(backup)) return { actions: cleanup, next: { is: 'over' } };
  if (!computer) return fail(`there is no computer ${backup.spec.computerRef.name}`);
  if (backup.spec.existing) return { actions: [], next: { is: 'find' } };
  if (!claim) return fail('the computer has no volume yet');
  if (!isOwnClaim(claim, computer)) return fail('the volume was made for another user');
  if (pod || (computer.spec.operatingMode === 'Running' && !computer.spec.hold)) {
    if (helper) return wait('the computer is starting', cleanup);
    return pod && isReady(pod)
      ? { actions: [], next: { is: 'stream', pod: placeOf(pod) } }
      : wait('the computer is starting or ending');
  }
  return throughHelper(backup, seen, { computer, claim: claim.metadata.name });
}

/**
 * Never fills an existing volume: it fills a new one, and an administrator switches the computer to it after a check.
 */
export function reconcileRestore(restore: ComputerRestore, seen: ObservedTransfer): TransferOutcome {
  const { computer, plan, backup, helper, claim } = seen;
  if (isOver(restore))
    return {
      actions: [
        ...endHelper(restore, helper),
        ...(restore.status!.phase === 'Failed' ? dropClaim(restore, claim) : []),
      ],
      next: { is: 'over' },
    };
  if (!computer) return fail(`there is no computer ${restore.spec.computerRef.name}`);
  if (!backup) return fail(`there is no backup ${restore.spec.backupRef.name}`);
  if (backup.status?.phase !== 'Complete') return fail(`the backup ${backup.metadata.name} is not complete`);
  if (backup.status.userId !== computer.spec.userId)
    return fail(`the backup ${backup.metadata.name} belongs to another user`);
  if (claim && claim.metadata.labels?.[TRANSFER] !== restore.metadata.uid)
    return fail(`a volume ${restoredClaimName(restore)} is there already`);
  if (!plan) return wait('the plan of the computer is missing');
  if (!claim) return wait('a volume is made', [{ do: 'createClaim', claim: restoredClaimOf(restore, computer, plan) }]);
  return throughHelper(restore, seen, { computer, claim: claim.metadata.name });
}

function throughHelper(
  { metadata }: ComputerBackup | ComputerRestore,
  { helper, helperIsLeft, plan, images }: ObservedTransfer,
  { computer, claim }: { computer: Computer; claim: string },
): TransferOutcome {
  if (!plan) return wait('the plan of the computer is missing');
  if (!helper) {
    const pod = helperOf(computer, {
      plan,
      image: images[computer.spec.image?.channel ?? 'Stable'],
      claim,
      uid: metadata.uid!,
    });
    return wait('an agent is put on the volume', [{ do: 'ensureSecret' }, { do: 'createPod', pod }]);
  }
  if (helperIsLeft && !helper.metadata.deletionTimestamp)
    return wait('what another backup or restore has left is removed', [
      { do: 'deletePod', name: helper.metadata.name, uid: helper.metadata.uid! },
    ]);
  if (helper.metadata.labels?.[TRANSFER] !== metadata.uid || helper.metadata.deletionTimestamp)
    return wait('another backup or restore of this computer is at work');
  if (endOf(helper))
    return fail(
      `the agent on the volume ended: ${helper.status?.message ?? helper.status?.reason ?? 'no reason given'}`,
    );
  return isReady(helper)
    ? { actions: [], next: { is: 'stream', pod: placeOf(helper) } }
    : wait('an agent is put on the volume');
}

function endHelper({ metadata }: ComputerBackup | ComputerRestore, helper: ObservedPod | null): TransferAction[] {
  const isOurs = helper?.metadata.labels?.[TRANSFER] === metadata.uid && !helper?.metadata.deletionTimestamp;
  return isOurs ? [{ do: 'deletePod', name: helper!.metadata.name, uid: helper!.metadata.uid! }] : [];
}

/** The volume of a failed restore is not a whole home. */
function dropClaim(restore: ComputerRestore, claim: ObservedClaim | null): TransferAction[] {
  const isOurs = claim?.metadata.labels?.[TRANSFER] === restore.metadata.uid && !claim?.metadata.deletionTimestamp;
  return isOurs ? [{ do: 'deleteClaim', name: claim!.metadata.name, uid: claim!.metadata.uid! }] : [];
}

const placeOf = ({ metadata, status }: ObservedPod): AgentPod => ({ ip: status!.podIP!, uid: metadata.uid! });
const isReady = ({ metadata, status }: ObservedPod) =>
  !metadata.deletionTimestamp &&
  (status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false);

/** The volume that a transfer reads or fills. */
export const claimNameOf = (
  transfer: ComputerBackup | ComputerRestore,
  computer: Computer | null,
): string | undefined =>
  'backupRef' in transfer.spec
    ? restoredClaimName(transfer as ComputerRestore)
    : computer
      ? volumeOf(computer)
      : undefined;
