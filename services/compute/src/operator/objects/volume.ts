import type { V1PersistentVolumeClaim, V1Secret } from '@kubernetes/client-node';
import { labelsOf, ownedBy } from './pod.js';
import { claimName, type Computer, LABEL, type ObservedClaim, type Plan, secretName } from './resources.js';

/** Size of a computer's volume: its own, or its plan's. */
export const sizeOf = ({ spec }: Computer, plan: Plan): string => spec.storage?.size ?? plan.spec.storage;

/**
 * The volume of a computer. It has no owner on purpose: garbage collection must never remove a user's files; the
 * finalizer of the computer deletes the volume when that is wanted.
 */
export function claimOf(computer: Computer, plan: Plan): V1PersistentVolumeClaim {
  const { className } = computer.spec.storage ?? {};
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: claimName(computer.metadata.name),
      namespace: computer.metadata.namespace,
      labels: labelsOf(computer),
    },
    spec: {
      // Not ReadWriteOnce, which is once per node: two pods of one node could write at the same time.
      accessModes: ['ReadWriteOncePod'],
      resources: { requests: { storage: sizeOf(computer, plan) } },
      ...(className && { storageClassName: className }),
    },
  };
}

/** A volume of that name that was made for another user is never mounted. */
export const isOwnClaim = (claim: ObservedClaim, computer: Computer): boolean =>
  claim.metadata.labels?.[LABEL.user] === computer.spec.userId;

/** The secret that callers of the agent sign their tokens with, a different one for every computer. */
export function secretOf(computer: Computer, token: string): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: secretName(computer.metadata.name),
      namespace: computer.metadata.namespace,
      labels: labelsOf(computer),
      ownerReferences: [ownedBy(computer)],
    },
    type: 'Opaque',
    stringData: { token },
  };
}

const gibibytes = (size: string | undefined) => Number(/^(\d+)Gi$/.exec(size ?? '')?.[1] ?? Number.NaN);

/** True when the volume has to grow. Sizes in another unit were not set by us and are left alone. */
export const hasToGrow = (claim: ObservedClaim, wanted: string): boolean =>
  gibibytes(claim.spec?.resources?.requests?.storage) < gibibytes(wanted);

const UNITS: Readonly<Record<string, number>> = { Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };
/** For volumes whose size is not known. */
const MAX_VOLUME_BYTES = 4 * 2 ** 40;

/** Bytes that a backup of the volume can have: an archive adds up to a block for the name of each small file. */
export function maxBackupBytes(claim: ObservedClaim | null): number {
  const size = claim?.status?.capacity?.storage ?? claim?.spec?.resources?.requests?.storage;
  const [, amount, unit] = /^(\d+)(Mi|Gi|Ti)$/.exec(size ?? '') ?? [];
  return unit ? 2 * Number(amount) * UNITS[unit]! : MAX_VOLUME_BYTES;
}
