import {
  type Computer,
  type ComputerSpec,
  FINALIZER,
  type ObservedClaim,
  type ObservedPod,
  type Plan,
} from '../../src/operator/objects/resources.js';
import type { Action, Outcome } from '../../src/operator/reconcile/reconcile.js';
import type { Observed } from '../../src/operator/reconcile/observed.js';

export const IMAGES = {
  Stable: `registry.test/computer@sha256:${'1'.repeat(64)}`,
  Canary: `registry.test/computer@sha256:${'2'.repeat(64)}`,
};
export const START = Date.parse('2026-01-01T00:00:00Z');
export const PLAN: Plan = {
  metadata: { name: 'free' },
  spec: { cpu: { request: '100m', limit: '2' }, memory: { request: '256Mi', limit: '2Gi' }, storage: '10Gi' },
};

export function computerOf(spec: Partial<ComputerSpec> = {}, more: Partial<Computer['metadata']> = {}): Computer {
  return {
    metadata: {
      name: 'c-1',
      namespace: 'computers-00',
      uid: 'computer-1',
      generation: 1,
      finalizers: [FINALIZER],
      ...more,
    },
    spec: {
      userId: '11111111-1111-4111-8111-111111111111',
      handle: 'ada',
      planRef: { name: 'free' },
      operatingMode: 'Running',
      storage: { onDelete: 'Keep' },
      ...spec,
    },
  };
}

/** A simulated cluster with one computer: names are unique, deletions match the uid, and pods take time to end. */
export class World {
  now = START;
  plan: Plan | null = PLAN;
  computer: Computer | null;
  pod: ObservedPod | null = null;
  claim: ObservedClaim | null = null;
  claimsDeletedByHand = 0;
  private serial = 0;

  constructor(computer: Computer = computerOf({}, { finalizers: [] })) {
    this.computer = computer;
  }

  observe(): { computer: Computer; observed: Observed; now: number } | undefined {
    return this.computer
      ? (JSON.parse(
          JSON.stringify({
            computer: this.computer,
            observed: { plan: this.plan, pod: this.pod, claim: this.claim, images: IMAGES },
            now: this.now,
          }),
        ) as { computer: Computer; observed: Observed; now: number })
      : undefined;
  }

  /** Applies an action like the API server: a repetition, or an action for an earlier object, changes nothing. */
  apply(action: Action): void {
    if (action.do === 'createPod' && !this.pod && this.claim && !this.claim.metadata.deletionTimestamp) {
      this.pod = {
        ...(action.pod as unknown as ObservedPod),
        metadata: { ...(action.pod.metadata as ObservedPod['metadata']), uid: `pod-${++this.serial}` },
        status: { phase: 'Pending' },
      };
    }
    if (action.do === 'createClaim' && !this.claim) {
      this.claim = {
        ...(action.claim as unknown as ObservedClaim),
        metadata: { ...(action.claim.metadata as ObservedClaim['metadata']), uid: `claim-${++this.serial}` },
        status: { phase: 'Pending' },
      };
    }
    if (action.do === 'growClaim' && this.claim?.metadata.uid === action.uid)
      this.claim = { ...this.claim, spec: { resources: { requests: { storage: action.size } } } };
    if (action.do === 'deletePod' && this.pod?.metadata.uid === action.uid) this.pod = ending(this.pod, this.now);
    if (action.do === 'deleteClaim' && this.claim?.metadata.uid === action.uid)
      this.claim = ending(this.claim, this.now);
    if (action.do === 'addFinalizer') this.editMetadata({ finalizers: [FINALIZER] });
    if (action.do === 'removeFinalizer') {
      this.editMetadata({ finalizers: [] });
      if (this.computer?.metadata.deletionTimestamp) this.computer = null;
    }
  }

  /** What the executor does: the status first, then the actions; a crash may skip the last ones. */
  execute({ status, actions }: Outcome, atMost = Number.POSITIVE_INFINITY): void {
    if (this.computer) this.computer = { ...this.computer, status };
    for (const action of actions.slice(0, atMost)) this.apply(action);
  }

  editSpec(spec: Partial<ComputerSpec>): void {
    if (!this.computer) return;
    this.computer = { ...this.computer, spec: { ...this.computer.spec, ...spec } };
    this.editMetadata({ generation: (this.computer.metadata.generation ?? 0) + 1 });
  }

  delete(): void {
    if (!this.computer) return;
    if (this.computer.metadata.finalizers?.length)
      this.editMetadata({ deletionTimestamp: new Date(this.now).toISOString() });
    else this.computer = null;
  }

  /** A deletion by an administrator, possible at any time. */
  deleteByHand(which: 'pod' | 'claim'): void {
    if (which === 'pod' && this.pod) this.pod = ending(this.pod, this.now);
    if (which === 'claim' && this.claim) {
      this.claim = ending(this.claim, this.now);
      this.claimsDeletedByHand++;
    }
  }

  private editMetadata(metadata: Partial<Computer['metadata']>): void {
    if (this.computer) this.computer = { ...this.computer, metadata: { ...this.computer.metadata, ...metadata } };
  }

  /** The garbage collector: deletes dependents of an object that is gone, however late they were created. */
  collectGarbage(): void {
    const owner = this.pod?.metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
    if (owner !== undefined && owner !== this.computer?.metadata.uid) this.pod = null;
  }

  /** Advances the node and the volume controller by one step. */
  kubelet(step: 'bind' | 'ready' | 'fail' | 'end'): void {
    if (step === 'bind' && this.claim && !this.claim.metadata.deletionTimestamp)
      this.claim = { ...this.claim, status: { phase: 'Bound', capacity: { storage: '10Gi' } } };
    if (step === 'end') {
      if (this.pod?.metadata.deletionTimestamp) this.pod = null;
      if (this.claim?.metadata.deletionTimestamp && !this.pod) this.claim = null;
    }
    if (!this.pod) return;
    const alive = this.pod.status?.phase === 'Pending' || this.pod.status?.phase === 'Running';
    if (step === 'ready' && alive)
      this.pod = {
        ...this.pod,
        status: {
          phase: 'Running',
          podIP: '10.0.0.1',
          startTime: new Date(this.now).toISOString(),
          conditions: [{ type: 'Ready', status: 'True' }],
        },
      };
    if (step === 'fail' && alive)
      this.pod = { ...this.pod, status: { phase: 'Failed', reason: 'Evicted', message: 'the node was low on memory' } };
  }
}

const ending = <T extends { metadata: ObservedPod['metadata'] }>(object: T, now: number): T =>
  object.metadata.deletionTimestamp
    ? object
    : { ...object, metadata: { ...object.metadata, deletionTimestamp: new Date(now).toISOString() } };
