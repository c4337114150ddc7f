import type { V1PersistentVolumeClaim, V1Pod } from '@kubernetes/client-node';
import { labelsOf, podOf } from '../objects/pod.js';
import { claimName, type Computer, type Metadata, type Plan } from '../objects/resources.js';
import { claimOf } from '../objects/volume.js';

export type TransferPhase = 'Pending' | 'Running' | 'Complete' | 'Failed';

export interface TransferStatus {
  readonly phase?: TransferPhase;
  readonly message?: string;
  readonly bytes?: number;
  readonly files?: number;
  readonly startedAt?: string;
  readonly completedAt?: string;
  readonly durationSeconds?: number;
  /** Attempts that broke off. */
  readonly attempts?: number;
}

/** A copy of a computer's home in the object store. */
export interface ComputerBackup {
  readonly metadata: Metadata;
  readonly spec: {
    readonly computerRef: { readonly name: string };
    /** Copies nothing: it stands for the newest home of this user that is in the object store already. */
    readonly existing?: boolean;
  };
  readonly status?: TransferStatus & {
    /** The user whose files these are. */
    readonly userId?: string;
    readonly location?: string;
    readonly sha256?: string;
  };
}

/** A backup restored to a new volume. */
export interface ComputerRestore {
  readonly metadata: Metadata;
  readonly spec: { readonly computerRef: { readonly name: string }; readonly backupRef: { readonly name: string } };
  /** `claim`: the volume that was created; the computer uses it once its `spec.storage.volume` names it. */
  readonly status?: TransferStatus & { readonly claim?: string };
}

/** Message of a failed backup with `existing`. */
export const NO_HOME = 'there is no home of this user in the object store';

/** Label of the objects made for a backup or a restore: its uid. */
export const TRANSFER = 'compute.zo.internal/transfer';

/** One name per computer, so that its backups and restores take turns. */
export const helperName = (computer: string) => `${computer}-transfer`;
export const restoredClaimName = ({ metadata, spec }: ComputerRestore) =>
  `${claimName(spec.computerRef.name)}-${metadata.uid!.slice(0, 8)}`;

/** Holds the key of the newest complete backup of all services' rows; infra/apps/backup writes it. */
export const NEWEST_ROWS = 'backups/newest-rows';

/** Prefix of every home of a user in the object store; it needs nothing of the cluster that stored them. */
export const homesPrefix = (userId: string) => `backups/${userId}/`;

/** Key of a backup in the object store: it contains the uid, so that no backup can overwrite another. */
export const locationOf = (userId: string, { metadata }: ComputerBackup) =>
  `${homesPrefix(userId)}${metadata.creationTimestamp ? `${metadata.creationTimestamp}-` : ''}${metadata.uid}`;

/** A pod with an agent on a volume, for transfers only: the computer of a sleeping user stays asleep. */
export function helperOf(
  computer: Computer,
  { plan, image, claim, uid }: { plan: Plan; image: string; claim: string; uid: string },
): V1Pod {
  const pod = podOf(computer, plan, { image });
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      name: helperName(computer.metadata.name),
      labels: { ...labelsOf(computer), [TRANSFER]: uid },
    },
    spec: {
      ...pod.spec!,
      volumes: pod.spec!.volumes!.map((volume) =>
        volume.persistentVolumeClaim ? { ...volume, persistentVolumeClaim: { claimName: claim } } : volume,
      ),
    },
  };
}

/** The new volume of a restore, as large and of the same class as the computer's own. */
export function restoredClaimOf(restore: ComputerRestore, computer: Computer, plan: Plan): V1PersistentVolumeClaim {
  const claim = claimOf(computer, plan);
  return {
    ...claim,
    metadata: {
      ...claim.metadata,
      name: restoredClaimName(restore),
      labels: { ...claim.metadata!.labels, [TRANSFER]: restore.metadata.uid! },
    },
  };
}
