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
  /** Tries that broke off. */
  readonly attempts?: number;
}

/** A copy of a computer's home in the object store. */
export interface ComputerBackup {
  readonly metadata: Metadata;
  readonly spec: {
    readonly computerRef: { readonly name: string };
    /** Nothing is copied: it stands for the newest home of this person that is in the object store already. */
    readonly existing?: boolean;
  };
  readonly status?: TransferStatus & {
    /** Whose files these are. */
    readonly userId?: string;
    readonly location?: string;
    readonly sha256?: string;
  };
}

/** A backup brought back to a new volume. */
export interface ComputerRestore {
  readonly metadata: Metadata;
  readonly spec: { readonly computerRef: { readonly name: string }; readonly backupRef: { readonly name: string } };
  /** `claim`: the volume it made, which the computer uses once its `spec.storage.volume` names it. */
  readonly status?: TransferStatus & { readonly claim?: string };
}

/** Why a backup of what exists already fails. */
export const NO_HOME = 'there is no home of this person in the object store';

/** On what is made for a backup or a restore: its uid. */
export const TRANSFER = 'compute.zo.internal/transfer';

/** One for each computer: its backups and restores take turns. */
export const helperName = (computer: string) => `${computer}-transfer`;
export const restoredClaimName = ({ metadata, spec }: ComputerRestore) =>
  `${claimName(spec.computerRef.name)}-${metadata.uid!.slice(0, 8)}`;

/** Written beside the rows of all services (infra/apps/backup) when they are complete: the key of the newest. */
export const NEWEST_ROWS = 'backups/newest-rows';

/** Every home of a person in the object store, also where nothing is left of the cluster that put it there. */
export const homesOf = (userId: string) => `backups/${userId}/`;

/** Where a backup is in the object store: a name nobody chooses, so that no backup can take the place of another. */
export const locationOf = (userId: string, { metadata }: ComputerBackup) =>
  `${homesOf(userId)}${metadata.creationTimestamp ? `${metadata.creationTimestamp}-` : ''}${metadata.uid}`;

/** An agent on a volume, for nobody but us: the computer of a person who sleeps stays asleep. */
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
