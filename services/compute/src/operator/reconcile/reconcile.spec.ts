import { describe, expect, it } from '@jest/globals';
import { computerOf, IMAGES, PLAN, START, World } from '../../../test/operator/world.js';
import { ANNOTATION, type Computer, LABEL, type ObservedClaim, type ObservedPod } from '../objects/resources.js';
import { reconcile } from './reconcile.js';
import type { Observed } from './observed.js';

const OWNER = [{ apiVersion: 'x', kind: 'Computer', name: 'c-1', uid: 'computer-1', controller: true }];
const pod = (status: ObservedPod['status'], more: Partial<ObservedPod['metadata']> = {}): ObservedPod => ({
  metadata: { name: 'c-1', uid: 'pod-1', ownerReferences: OWNER, ...more },
  spec: { nodeName: 'n1', containers: [{ image: IMAGES.Stable }] },
  status,
});
const claim = (more: Partial<ObservedClaim['metadata']> = {}): ObservedClaim => ({
  metadata: { name: 'c-1-home', uid: 'claim-1', labels: { [LABEL.user]: computerOf().spec.userId }, ...more },
  spec: { resources: { requests: { storage: '10Gi' } } },
  status: { phase: 'Bound', capacity: { storage: '10Gi' } },
});
const READY = { phase: 'Running', podIP: '10.0.0.1', conditions: [{ type: 'Ready', status: 'True' }] };
const TERMINATING = { deletionTimestamp: '2026-01-01T00:00:00Z' };
const held = (until?: string) => ({ hold: { reason: 'Abuse' as const, ...(until && { until }) } });

/** Name, computer, observed state, expected actions, expected phase. */
const table: [string, Computer, Partial<Observed>, string[], string][] = [
  [
    'a new one is given its finalizer before anything else is made',
    computerOf({}, { finalizers: [] }),
    {},
    ['addFinalizer'],
    'Pending',
  ],
  ['a wanted one is made whole', computerOf(), {}, ['createClaim', 'ensureSecret', 'createPod'], 'Starting'],
  ['a volume that is there is used again', computerOf(), { claim: claim() }, ['ensureSecret', 'createPod'], 'Starting'],
  [
    'a pod that is not ready yet is waited for',
    computerOf(),
    { claim: claim(), pod: pod({ phase: 'Pending' }) },
    [],
    'Starting',
  ],
  ['a ready one runs', computerOf(), { claim: claim(), pod: pod(READY) }, [], 'Running'],
  [
    'a running one goes on running without its plan',
    computerOf(),
    { claim: claim(), pod: pod(READY), plan: null },
    [],
    'Running',
  ],
  ['without its plan nothing is started', computerOf(), { claim: claim(), plan: null }, [], 'Failed'],
  [
    'an ending pod is waited for, never doubled',
    computerOf(),
    { claim: claim(), pod: pod(READY, TERMINATING) },
    [],
    'Starting',
  ],
  [
    'a pod of an earlier computer of this name goes first',
    computerOf(),
    { claim: claim(), pod: pod(READY, { ownerReferences: [{ ...OWNER[0]!, uid: 'other' }] }) },
    ['deletePod'],
    'Starting',
  ],
  [
    'a volume of another user is never mounted',
    computerOf(),
    { claim: claim({ labels: { [LABEL.user]: 'another' } }) },
    [],
    'Failed',
  ],
  [
    'a pod on a volume of another user is ended',
    computerOf(),
    { claim: claim({ labels: {} }), pod: pod(READY) },
    ['deletePod'],
    'Failed',
  ],
  ['an ending volume is waited for', computerOf(), { claim: claim(TERMINATING) }, [], 'Starting'],
  [
    'a pod that ended is cleared away',
    computerOf(),
    { claim: claim(), pod: pod({ phase: 'Failed', reason: 'Evicted' }) },
    ['deletePod'],
    'Failed',
  ],
  [
    'a volume grows while it is used',
    computerOf({ storage: { size: '20Gi' } }),
    { claim: claim(), pod: pod(READY) },
    ['growClaim'],
    'Running',
  ],
  [
    'one whose volume has to grow starts first',
    computerOf({ storage: { size: '20Gi' } }),
    { claim: claim() },
    ['ensureSecret', 'createPod'],
    'Starting',
  ],
  [
    'a volume grows once it is bound',
    computerOf({ storage: { size: '20Gi' } }),
    { claim: { ...claim(), status: { phase: 'Pending' } }, pod: pod({ phase: 'Pending' }) },
    [],
    'Starting',
  ],
  [
    'a volume does not shrink',
    computerOf({ storage: { size: '5Gi' } }),
    { claim: claim(), pod: pod(READY) },
    [],
    'Running',
  ],
  [
    'a suspended one is ended',
    computerOf({ operatingMode: 'Suspended' }),
    { claim: claim(), pod: pod(READY) },
    ['deletePod'],
    'Suspending',
  ],
  [
    'a suspended one is asked once',
    computerOf({ operatingMode: 'Suspended' }),
    { claim: claim(), pod: pod(READY, TERMINATING) },
    [],
    'Suspending',
  ],
  ['a suspended one keeps its volume', computerOf({ operatingMode: 'Suspended' }), { claim: claim() }, [], 'Suspended'],
  ['a hold wins over running', computerOf(held()), { claim: claim(), pod: pod(READY) }, ['deletePod'], 'Suspending'],
  ['a held one is not started', computerOf(held('2026-01-01T00:01:00Z')), { claim: claim() }, [], 'Held'],
  [
    'a hold that is over holds nothing',
    computerOf(held('2026-01-01T00:00:00Z')),
    { claim: claim() },
    ['ensureSecret', 'createPod'],
    'Starting',
  ],
  ['a hold whose end cannot be read does not end', computerOf(held('soon')), { claim: claim() }, [], 'Held'],
  [
    'removal ends the pod first',
    computerOf({}, TERMINATING),
    { claim: claim(), pod: pod(READY) },
    ['deletePod'],
    'Deleting',
  ],
  [
    'removal waits for the pod',
    computerOf({ storage: { onDelete: 'Delete' } }, TERMINATING),
    { claim: claim(), pod: pod(READY, TERMINATING) },
    [],
    'Deleting',
  ],
  ['removal keeps the volume', computerOf({}, TERMINATING), { claim: claim() }, ['removeFinalizer'], 'Deleting'],
  [
    'removal takes the volume where that is wanted',
    computerOf({ storage: { onDelete: 'Delete' } }, TERMINATING),
    { claim: claim() },
    ['deleteClaim'],
    'Deleting',
  ],
  [
    'removal waits for the volume',
    computerOf({ storage: { onDelete: 'Delete' } }, TERMINATING),
    { claim: claim(TERMINATING) },
    [],
    'Deleting',
  ],
  [
    'removal leaves the volume of another alone',
    computerOf({ storage: { onDelete: 'Delete' } }, TERMINATING),
    { claim: claim({ labels: {} }) },
    ['removeFinalizer'],
    'Deleting',
  ],
  ['removal of a held one goes on', computerOf(held(), TERMINATING), {}, ['removeFinalizer'], 'Deleting'],
  [
    'removal of one without our finalizer is not ours',
    computerOf({}, { ...TERMINATING, finalizers: ['x/y'] }),
    { pod: pod(READY) },
    [],
    'Deleting',
  ],
];

describe('reconciler, case by case', () => {
  it.each(table)('PC-01 %s', (_name, computer, observed, actions, phase) => {
    const outcome = reconcile(computer, { plan: PLAN, pod: null, claim: null, images: IMAGES, ...observed }, START);
    expect([outcome.actions.map((action) => action.do), outcome.status.phase]).toEqual([actions, phase]);
    expect(outcome.status.observedGeneration).toBe(1);
  });

  it('PC-01 the status explains a pod without a node, a lost pod, a newer image, a hold and its end, and activity', () => {
    const see = (computer: Computer, observed: Partial<Observed>) =>
      reconcile(computer, { plan: PLAN, pod: null, claim: claim(), images: IMAGES, ...observed }, START);
    const condition = (outcome: ReturnType<typeof reconcile>, type: string) =>
      outcome.status.conditions?.find((one) => one.type === type);
    const full = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' };
    expect(condition(see(computerOf(), { pod: pod({ phase: 'Pending', conditions: [full] }) }), 'Ready')).toMatchObject(
      { status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' },
    );
    expect(
      condition(
        see(computerOf(), { pod: pod({ phase: 'Failed', reason: 'Evicted', message: 'low on memory' }) }),
        'Ready',
      ),
    ).toMatchObject({ reason: 'ComputerEnded', message: 'low on memory' });
    const old = pod(READY);
    expect(condition(see(computerOf({ image: { channel: 'Canary' } }), { pod: old }), 'UpdatePending')).toMatchObject({
      status: 'True',
      reason: 'NewerImage',
    });
    expect(condition(see(computerOf(held()), {}), 'Ready')).toMatchObject({ reason: 'Held', message: 'Abuse' });
    expect(see(computerOf(held('2026-01-01T00:01:00Z')), {}).requeueAt).toBe(START + 60_000);
    const doing = (lastActivity: string) =>
      see(computerOf({}, { annotations: { [ANNOTATION.busy]: 'a build', [ANNOTATION.lastActivity]: lastActivity } }), {
        pod: pod(READY),
      }).status;
    expect(doing('2026-01-01T00:00:00Z')).toMatchObject({
      busyReason: 'a build',
      lastActivityTime: '2026-01-01T00:00:00.000Z',
    });
    expect(doing('anybody may write here')).not.toHaveProperty('lastActivityTime');
    expect(see(computerOf(), { pod: pod(READY) }).status).toMatchObject({
      podIP: '10.0.0.1',
      podUID: 'pod-1',
      nodeName: 'n1',
      storage: { capacity: '10Gi' },
    });
  });

  it('PC-01 a computer that keeps ending restarts after growing waits, each end counted once, and at once after a suspend', () => {
    const world = new World();
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      for (let step = 0; step < 10 && world.pod?.status?.phase !== 'Pending'; step++) {
        const outcome = reconcile(world.computer!, world.observe()!.observed, world.now);
        world.execute(outcome);
        world.kubelet('end');
        if (outcome.requeueAt) {
          waits.push((outcome.requeueAt - world.now) / 1_000);
          world.now = outcome.requeueAt;
        }
      }
      world.kubelet('fail');
      world.execute(reconcile(world.computer!, world.observe()!.observed, world.now), 0);
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300]);
    expect(world.computer!.status!.failures).toMatchObject({ count: 8, reason: 'Evicted' });
    world.editSpec({ operatingMode: 'Suspended' });
    for (let step = 0; step < 3; step++) {
      world.execute(reconcile(world.computer!, world.observe()!.observed, world.now));
      world.kubelet('end');
    }
    world.editSpec({ operatingMode: 'Running' });
    world.execute(reconcile(world.computer!, world.observe()!.observed, world.now));
    expect(world.pod).not.toBeNull();
  });
});
