/** The custom resources as the API server returns them (charts/crds): times are strings, unset fields are absent. */
export const GROUP = 'compute.zo.internal';
export const VERSION = 'v1alpha1';
export const API_VERSION = `${GROUP}/${VERSION}`;
export const FINALIZER = `${GROUP}/volume`;

export const LABEL = {
  /** On every object that belongs to a computer: the computer's name. */
  computer: `${GROUP}/computer`,
  user: `${GROUP}/user`,
  plan: `${GROUP}/plan`,
} as const;

/** What compute knows of a running computer, for the operator to show in the status, which compute does not write. */
export const ANNOTATION = {
  /** Why it is not idle, in a few words; absent when it is idle. */
  busy: `${GROUP}/busy`,
  /** RFC 3339 time of the last use, exact to some minutes. */
  lastActivity: `${GROUP}/last-activity`,
} as const;

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export type Channel = 'Stable' | 'Canary';

export interface Hold {
  readonly reason: 'Abuse' | 'Billing' | 'Maintenance' | 'Request';
  readonly until?: string;
  readonly by?: string;
}

/** Who changed `hold` or `operatingMode` by hand, and why. */
export interface Change {
  readonly by: string;
  readonly why: string;
}

export interface ComputerSpec {
  readonly userId: string;
  readonly handle: string;
  readonly planRef: { readonly name: string };
  readonly operatingMode: 'Running' | 'Suspended';
  readonly hold?: Hold;
  readonly change?: Change;
  readonly image?: { readonly channel: Channel };
  readonly storage?: {
    readonly size?: string;
    readonly className?: string;
    readonly onDelete?: 'Keep' | 'Delete';
    readonly volume?: string;
  };
}

export type Phase = 'Pending' | 'Starting' | 'Running' | 'Suspending' | 'Suspended' | 'Held' | 'Failed' | 'Deleting';
export type ConditionType = 'Ready' | 'StorageReady' | 'Suspended' | 'PodCreated' | 'QuotaOK' | 'UpdatePending';

export interface Condition {
  readonly type: ConditionType;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message?: string;
  readonly observedGeneration?: number;
  readonly lastTransitionTime: string;
}

/** Ends that no one asked for. */
export interface Failures {
  readonly count: number;
  readonly podUID: string;
  readonly at: string;
  readonly reason?: string;
}

export interface ComputerStatus {
  readonly observedGeneration?: number;
  readonly phase?: Phase;
  readonly podName?: string;
  readonly podUID?: string;
  readonly podIP?: string;
  readonly nodeName?: string;
  readonly image?: string;
  readonly startedAt?: string;
  readonly busyReason?: string;
  readonly lastActivityTime?: string;
  readonly storage?: { readonly capacity?: string };
  readonly lastBackupTime?: string;
  readonly failures?: Failures;
  readonly conditions?: readonly Condition[];
}

export interface Computer {
  readonly metadata: Metadata;
  readonly spec: ComputerSpec;
  readonly status?: ComputerStatus;
}

export interface Plan {
  readonly metadata: Metadata;
  readonly spec: {
    readonly cpu: { readonly request: string; readonly limit: string };
    readonly memory: { readonly request: string; readonly limit: string };
    readonly storage: string;
    readonly runtimeClassName?: string;
    /** How often each home is backed up, and how many backups are kept. */
    readonly backups?: { readonly every: string; readonly keep: number };
  };
}

/** The fields of a pod that decisions depend on. */
export interface ObservedPod {
  readonly metadata: Metadata;
  readonly spec?: { readonly nodeName?: string; readonly containers?: readonly { readonly image?: string }[] };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly podIP?: string;
    readonly startTime?: string;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
    readonly containerStatuses?: readonly {
      readonly state?: { readonly terminated?: { readonly reason?: string; readonly exitCode?: number } };
    }[];
  };
}

export interface ObservedClaim {
  readonly metadata: Metadata;
  readonly spec?: { readonly resources?: { readonly requests?: { readonly storage?: string } } };
  readonly status?: { readonly phase?: string; readonly capacity?: { readonly storage?: string } };
}

/**
 * Names are computed, never chosen: an operator without memory creates the same object again, and the API server
 * replies that it exists.
 */
export const podName = (computer: string) => computer;
export const claimName = (computer: string) => `${computer}-home`;
/** The volume a computer uses: its first one, or the one it was switched to. */
export const volumeOf = ({ metadata, spec }: Pick<Computer, 'metadata' | 'spec'>) =>
  spec.storage?.volume ?? claimName(metadata.name);
export const secretName = (computer: string) => `${computer}-agent`;
