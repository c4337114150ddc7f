import type { ComputerAddress } from '@zo/computer-client';
import type { Kube } from '@zo/kube';
import type { ObjectStore } from '@zo/objects';
import type { Channel, Computer, ObservedClaim, ObservedPod, Plan } from '../objects/resources.js';

export interface TransferOptions {
  readonly kube: Kube;
  readonly images: Readonly<Record<Channel, string>>;
  readonly relistMs: number;
  /** Where homes are stored; without it there are no backups. */
  readonly objects?: ObjectStore;
  /** Replaces the agent of every pod; for tests, whose pods have no network. */
  readonly agentInstead?: () => Pick<ComputerAddress, 'address' | 'instance'>;
}

/** What transfers read of the other objects, and whom they notify. */
export interface TransferContext {
  readonly leads: () => boolean;
  readonly computer: (name: string, namespace: string) => Computer | undefined;
  readonly plan: (name: string) => Plan | undefined;
  readonly pod: (name: string, namespace: string) => ObservedPod | undefined;
  readonly claim: (name: string, namespace: string) => ObservedClaim | undefined;
  /** The time of a computer's last backup may have changed. */
  readonly onBackup: (computer: string, namespace: string) => void;
  /** A backup or restore has changed. */
  readonly onChange: () => void;
}
