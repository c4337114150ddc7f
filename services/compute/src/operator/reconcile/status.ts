import type { Computer, ComputerStatus, Condition, ConditionType, Failures, Phase } from '../objects/resources.js';
import { ANNOTATION, podName } from '../objects/resources.js';
import type { Observed } from './observed.js';

/** What the reconciler found. */
export interface Situation {
  readonly is:
    | 'new'
    | 'deleting'
    | 'held'
    | 'suspending'
    | 'suspended'
    | 'starting'
    | 'running'
    | 'failed'
    | 'noPlan'
    | 'noVolume'
    | 'foreignClaim';
  /** Reason for not being ready, where it says more than the situation's name. */
  readonly why?: string;
  readonly failures?: Failures;
  readonly requeueAt?: number;
}

const PHASES: Record<Situation['is'], Phase> = {
  new: 'Pending',
  deleting: 'Deleting',
  held: 'Held',
  suspending: 'Suspending',
  suspended: 'Suspended',
  starting: 'Starting',
  running: 'Running',
  failed: 'Failed',
  noPlan: 'Failed',
  noVolume: 'Failed',
  foreignClaim: 'Failed',
};
const REASONS: Record<Situation['is'], string> = {
  new: 'New',
  deleting: 'Deleting',
  held: 'Held',
  suspending: 'Suspending',
  suspended: 'Suspended',
  starting: 'Starting',
  running: 'AgentListens',
  failed: 'ComputerEnded',
  noPlan: 'PlanNotFound',
  noVolume: 'VolumeNotFound',
  foreignClaim: 'VolumeOfAnother',
};
/** Longest reason of a failure that is shown to users, in characters. */
const MESSAGE_LENGTH = 1_000;

type ReportedCondition = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>;

/**
 * The whole status: fields that are left out are removed. Equal to the current one, times included, when nothing
 * changed.
 */
export function statusOf(
  computer: Computer,
  observed: Observed,
  situation: Situation & { now: number },
): ComputerStatus {
  const { pod, claim } = observed;
  const { generation, annotations = {} } = computer.metadata;
  const failures = situation.failures ?? failuresKept(computer);
  const capacity = claim?.status?.capacity?.storage;
  const stamp = (condition: ReportedCondition) =>
    stamped(condition, { known: computer.status?.conditions, generation, now: situation.now });
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase: PHASES[situation.is],
    ...(pod && {
      podName: podName(computer.metadata.name),
      ...present({
        podUID: pod.metadata.uid,
        podIP: pod.status?.podIP,
        nodeName: pod.spec?.nodeName,
        image: pod.spec?.containers?.[0]?.image,
        startedAt: isoOf(pod.status?.startTime),
        busyReason: annotations[ANNOTATION.busy],
      }),
    }),
    ...present({ lastActivityTime: timeOrUndefined(annotations[ANNOTATION.lastActivity]) }),
    ...(capacity && { storage: { capacity } }),
    ...(observed.lastBackupTime && { lastBackupTime: observed.lastBackupTime }),
    ...(failures && { failures }),
    conditions: [
      ready(computer, observed, situation),
      storage(observed, situation),
      suspended(situation),
      podCreated(observed, situation),
      quota(observed),
      update(computer, observed),
    ].map(stamp),
  };
}

/** A user who suspends a computer has seen its failures: they do not delay the next start. */
const failuresKept = ({ spec, status }: Computer) => (spec.operatingMode === 'Running' ? status?.failures : undefined);

function ready(computer: Computer, { pod, refused }: Observed, { is, why }: Situation): ReportedCondition {
  const unschedulable = pod?.status?.conditions?.find(
    ({ type, status }) => type === 'PodScheduled' && status === 'False',
  );
  const status = is === 'running' ? 'True' : 'False';
  if (is === 'starting' && unschedulable)
    return {
      type: 'Ready',
      status,
      reason: unschedulable.reason ?? 'Starting',
      ...messageField(unschedulable.message),
    };
  if (is === 'starting' && !pod && refused)
    return { type: 'Ready', status, reason: refused.reason, ...messageField(refused.message) };
  if (is === 'held') return { type: 'Ready', status, reason: 'Held', ...messageField(computer.spec.hold?.reason) };
  if (is === 'failed')
    return {
      type: 'Ready',
      status,
      reason: 'ComputerEnded',
      ...messageField(pod?.status?.message ?? computer.status?.failures?.reason),
    };
  return { type: 'Ready', status, reason: why ?? REASONS[is] };
}

function storage({ claim }: Observed, { is }: Situation): ReportedCondition {
  if (is === 'foreignClaim')
    return {
      type: 'StorageReady',
      status: 'False',
      reason: 'VolumeOfAnother',
      message: 'a volume of this name was made for another user',
    };
  if (!claim) return { type: 'StorageReady', status: 'False', reason: 'NoVolume' };
  if (claim.metadata.deletionTimestamp) return { type: 'StorageReady', status: 'False', reason: 'VolumeEnding' };
  const bound = claim.status?.phase === 'Bound';
  return { type: 'StorageReady', status: bound ? 'True' : 'False', reason: bound ? 'Bound' : 'VolumePending' };
}

function suspended({ is }: Situation): ReportedCondition {
  const done = is === 'suspended' || is === 'held';
  return { type: 'Suspended', status: done ? 'True' : 'False', reason: done ? 'NoPod' : 'PodMayRun' };
}

function podCreated({ pod, refused }: Observed, { is }: Situation): ReportedCondition {
  if (pod) return { type: 'PodCreated', status: 'True', reason: 'PodFound' };
  if (is === 'starting' && refused)
    return { type: 'PodCreated', status: 'False', reason: refused.reason, ...messageField(refused.message) };
  return { type: 'PodCreated', status: 'False', reason: 'NoPod' };
}

function quota({ plan, pod, refused }: Observed): ReportedCondition {
  if (!plan) return { type: 'QuotaOK', status: 'False', reason: 'PlanNotFound' };
  if (!pod && refused?.reason === 'QuotaExceeded')
    return { type: 'QuotaOK', status: 'False', reason: refused.reason, ...messageField(refused.message) };
  return { type: 'QuotaOK', status: 'True', reason: 'PlanFound' };
}

/** A newer image waits for the next start: no session is ended for it. */
function update({ spec }: Computer, { pod, images }: Observed): ReportedCondition {
  const runs = pod?.spec?.containers?.[0]?.image;
  const pending = runs !== undefined && runs !== images[spec.image?.channel ?? 'Stable'];
  return { type: 'UpdatePending', status: pending ? 'True' : 'False', reason: pending ? 'NewerImage' : 'UpToDate' };
}

function stamped(
  condition: ReportedCondition,
  { known, generation, now }: { known: readonly Condition[] | undefined; generation: number | undefined; now: number },
): Condition {
  const before = known?.find(({ type }: { type: ConditionType }) => type === condition.type);
  const lastTransitionTime =
    before?.status === condition.status ? before.lastTransitionTime : new Date(now).toISOString();
  return { ...condition, ...(generation !== undefined && { observedGeneration: generation }), lastTransitionTime };
}

/** Ignores what is not a time: anyone who may annotate can write anything there. */
const timeOrUndefined = (text: string | undefined) => (Number.isNaN(Date.parse(text ?? '')) ? undefined : isoOf(text));
/** Lists and watches write the same instant in two ways. */
const isoOf = (time: string | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

const messageField = (message: string | undefined) => (message ? { message: message.slice(0, MESSAGE_LENGTH) } : {});

const present = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
