import { describe, expect, it } from '@jest/globals';
import { computerOf, IMAGES, PLAN } from '../../../test/operator/world.js';
import { podOf } from '../objects/pod.js';
import { LABEL, type ObservedClaim, type ObservedPod } from '../objects/resources.js';
import { reconcileBackup, reconcileRestore, type ObservedTransfer } from './reconcile.js';
import { type ComputerBackup, type ComputerRestore, helperOf, TRANSFER } from './resources.js';

const computer = computerOf({ operatingMode: 'Suspended' });
const awake = computerOf();
const claim: ObservedClaim = {
  metadata: { name: 'c-1-home', uid: 'claim-1', labels: { [LABEL.user]: computer.spec.userId } },
  status: { phase: 'Bound' },
};
const backup: ComputerBackup = {
  metadata: { name: 'b', uid: '01234567-backup' },
  spec: { computerRef: { name: 'c-1' } },
};
const restore: ComputerRestore = {
  metadata: { name: 'r', uid: '89abcdef-restore' },
  spec: { computerRef: { name: 'c-1' }, backupRef: { name: 'b' } },
};
const complete: ComputerBackup = { ...backup, status: { phase: 'Complete', userId: computer.spec.userId } };
const running = (pod: object, ready = true): ObservedPod => ({
  ...(pod as ObservedPod),
  metadata: { ...(pod as ObservedPod).metadata, uid: 'pod-1' },
  status: { phase: 'Running', podIP: '10.0.0.9', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});
const helper = (uid = backup.metadata.uid!, ready = true) =>
  running(helperOf(computer, { plan: PLAN, image: IMAGES.Stable, claim: 'c-1-home', uid }), ready);
const seen = (more: Partial<ObservedTransfer> = {}): ObservedTransfer => ({
  computer,
  plan: PLAN,
  pod: null,
  helper: null,
  helperIsLeft: false,
  claim,
  backup: complete,
  images: IMAGES,
  ...more,
});

describe('what a backup does next', () => {
  it('D16 streams from a running computer, and starts an agent on the volume of one that sleeps or is held', () => {
    expect(
      reconcileBackup(backup, seen({ computer: awake, pod: running(podOf(awake, PLAN, { image: IMAGES.Stable })) })),
    ).toEqual({ actions: [], next: { is: 'stream', pod: { ip: '10.0.0.9', uid: 'pod-1' } } });
    for (const sleeps of [computer, computerOf({ hold: { reason: 'Abuse' } })]) {
      const { actions, next } = reconcileBackup(backup, seen({ computer: sleeps }));
      expect([actions.map((action) => action.do), next.is]).toEqual([['ensureSecret', 'createPod'], 'wait']);
    }
    expect(reconcileBackup(backup, seen({ helper: helper(undefined, false) })).next.is).toBe('wait');
    expect(reconcileBackup(backup, seen({ helper: helper() })).next).toEqual({
      is: 'stream',
      pod: { ip: '10.0.0.9', uid: 'pod-1' },
    });
  });

  it('D16 gives way to the user and to another transfer, and deletes a helper pod that is left over', () => {
    const ended = [{ do: 'deletePod', name: 'c-1-transfer', uid: 'pod-1' }];
    expect(reconcileBackup(backup, seen({ computer: awake, helper: helper() }))).toMatchObject({
      actions: ended,
      next: { is: 'wait' },
    });
    expect(reconcileBackup(backup, seen({ helper: helper('another') }))).toMatchObject({
      actions: [],
      next: { is: 'wait' },
    });
    expect(reconcileBackup(backup, seen({ helper: helper('another'), helperIsLeft: true }))).toMatchObject({
      actions: ended,
      next: { is: 'wait' },
    });
    expect(reconcileBackup(complete, seen({ helper: helper() }))).toEqual({ actions: ended, next: { is: 'over' } });
    expect(reconcileBackup(complete, seen({ helper: helper('another') }))).toEqual({
      actions: [],
      next: { is: 'over' },
    });
  });

  it('S4 never reads a volume of another user', () => {
    const foreign = { ...claim, metadata: { ...claim.metadata, labels: { [LABEL.user]: 'somebody' } } };
    expect(reconcileBackup(backup, seen({ claim: foreign }))).toEqual({
      actions: [],
      next: { is: 'fail', why: 'the volume was made for another user' },
    });
  });
});

describe('what a restore does next', () => {
  const own = {
    metadata: { name: 'c-1-home-89abcdef', uid: 'claim-2', labels: { [TRANSFER]: restore.metadata.uid! } },
  };

  it('D16 fills a new volume, never one that exists', () => {
    const { actions } = reconcileRestore(restore, seen({ claim: null }));
    expect(actions).toMatchObject([
      {
        do: 'createClaim',
        claim: {
          metadata: {
            name: 'c-1-home-89abcdef',
            labels: { [LABEL.user]: computer.spec.userId, [TRANSFER]: restore.metadata.uid },
          },
          spec: { accessModes: ['ReadWriteOncePod'] },
        },
      },
    ]);
    expect(
      reconcileRestore(restore, seen({ claim: { metadata: { name: 'c-1-home-89abcdef', uid: 'x' } } })).next,
    ).toEqual({ is: 'fail', why: 'a volume c-1-home-89abcdef is there already' });
    expect(
      reconcileRestore(restore, seen({ claim: own, computer: awake, helper: helper(restore.metadata.uid) })).next,
    ).toEqual({ is: 'stream', pod: { ip: '10.0.0.9', uid: 'pod-1' } });
    const pod = reconcileRestore(restore, seen({ claim: own })).actions.at(-1);
    expect(JSON.stringify(pod)).toContain('"claimName":"c-1-home-89abcdef"');
  });

  it('D16 a failed restore deletes its volume; a complete one keeps it', () => {
    const failed: ComputerRestore = { ...restore, status: { phase: 'Failed' } };
    expect(
      reconcileRestore(failed, seen({ claim: own, helper: helper(restore.metadata.uid) })).actions.map(
        (action) => action.do,
      ),
    ).toEqual(['deletePod', 'deleteClaim']);
    expect(reconcileRestore(failed, seen({ claim })).actions).toEqual([]);
    expect(reconcileRestore({ ...restore, status: { phase: 'Complete' } }, seen({ claim: own })).actions).toEqual([]);
  });

  it('S4 D16 refuses the backup of another user, and one that is not complete', () => {
    const why = (of: ComputerBackup | null) => reconcileRestore(restore, seen({ backup: of, claim: null })).next;
    expect(why({ ...complete, status: { phase: 'Complete', userId: 'somebody' } })).toEqual({
      is: 'fail',
      why: 'the backup b belongs to another user',
    });
    expect(why(backup)).toEqual({ is: 'fail', why: 'the backup b is not complete' });
    expect(why(null)).toEqual({ is: 'fail', why: 'there is no backup b' });
  });
});
