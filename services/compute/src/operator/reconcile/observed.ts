import type { Channel, ObservedClaim, ObservedPod, Plan } from '../objects/resources.js';

/** The state of the cluster as far as it is known; null means that there is none. */
export interface Observed {
  readonly plan: Plan | null;
  readonly pod: ObservedPod | null;
  readonly claim: ObservedClaim | null;
  readonly images: Readonly<Record<Channel, string>>;
  /** URL where agents register. */
  readonly registrationUrl?: string;
  readonly lastBackupTime?: string;
  /** Why the last attempt to create the pod or its volume was refused. */
  readonly refused?: Refused;
}

/** Why the API server refused to create an object. */
export interface Refused {
  readonly reason: 'QuotaExceeded' | 'PodRefused' | 'VolumeRefused';
  readonly message: string;
}
