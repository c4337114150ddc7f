import { describe, expect, it } from '@jest/globals';
import { computerOf, PLAN, START } from '../../../test/operator/world.js';
import { type ComputerBackup, type ComputerRestore } from './resources.js';
import { backupHealth, dueBackups, SCHEDULED, type ObservedSchedule } from './schedule.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(START + ms).toISOString();
const plan = { ...PLAN, spec: { ...PLAN.spec, backups: { every: '1d', keep: 2 } } };
const computer = computerOf({}, { creationTimestamp: at(0) });
const seen = (more: Partial<ObservedSchedule> = {}): ObservedSchedule => ({
  computers: [{ computer, plan, hasVolume: true }],
  backups: [],
  restores: [],
  ...more,
});
function backup(name: string, status?: ComputerBackup['status'], isScheduled = true): ComputerBackup {
  return {
    metadata: {
      name,
      uid: `uid-${name}`,
      namespace: 'computers-00',
      ...(isScheduled && { labels: { [SCHEDULED]: 'true' } }),
    },
    spec: { computerRef: { name: 'c-1' } },
    status,
  };
}
const complete = (name: string, ms: number, isScheduled = true) =>
  backup(
    name,
    { phase: 'Complete', completedAt: at(ms), location: `at-${name}`, userId: computer.spec.userId },
    isScheduled,
  );
const failed = (name: string, ms: number) => backup(name, { phase: 'Failed', completedAt: at(ms) });
const made = (seen: ObservedSchedule, ms: number) =>
  dueBackups(seen, START + ms).make.map(({ metadata }) => metadata.name);
const dropped = (backups: ComputerBackup[], restores: ComputerRestore[] = []) =>
  dueBackups(seen({ backups, restores }), START + 1).drop;

describe('scheduled backups', () => {
  it('D16 the first is due at once and named by its due time; the next one interval after the last complete one, scheduled or not', () => {
    expect(dueBackups(seen(), START + 5_000)).toEqual({
      make: [
        {
          apiVersion: 'compute.zo.internal/v1alpha1',
          kind: 'ComputerBackup',
          metadata: { name: 'c-1-20260101t000000z', namespace: 'computers-00', labels: { [SCHEDULED]: 'true' } },
          spec: { computerRef: { name: 'c-1' } },
        },
      ],
      drop: [],
    });
    for (const isScheduled of [true, false]) {
      const backups = [complete('b', HOUR, isScheduled)];
      expect(dueBackups(seen({ backups }), START + HOUR + DAY - 1)).toEqual({
        make: [],
        drop: [],
        requeueAt: START + HOUR + DAY,
      });
      expect(made(seen({ backups }), HOUR + DAY)).toEqual(['c-1-20260102t010000z']);
    }
  });

  it('D16 none while one runs, without a volume or schedule, or of a computer being deleted; a failed one is retried in an hour', () => {
    expect(dueBackups(seen({ backups: [backup('b')] }), START + DAY)).toEqual({ make: [], drop: [] });
    const nothing = [
      { computer, plan, hasVolume: false },
      { computer, plan: PLAN, hasVolume: true },
      { computer, plan: null, hasVolume: true },
      { computer: computerOf({}, { deletionTimestamp: at(0) }), plan, hasVolume: true },
    ];
    expect(made(seen({ computers: nothing }), DAY)).toEqual([]);
    const backups = [complete('a', 0), failed('b', DAY)];
    expect(dueBackups(seen({ backups }), START + DAY + HOUR - 1)).toEqual({
      make: [],
      drop: [],
      requeueAt: START + DAY + HOUR,
    });
    expect(made(seen({ backups }), DAY + HOUR)).toEqual(['c-1-20260102t010000z']);
    // A complete backup that was requested by hand makes the failed one good.
    expect(made(seen({ backups: [...backups, complete('c', DAY + 1, false)] }), DAY + HOUR)).toEqual([]);
  });

  it('D16 at most sixteen at once, the longest overdue first', () => {
    const computers = Array.from({ length: 40 }, (_, index) => ({
      computer: computerOf({}, { name: `c-${index}`, creationTimestamp: at(-index * 1_000) }),
      plan,
      hasVolume: true,
    }));
    expect(made(seen({ computers }), 0).map((name) => name.replace(/-\d{8}t.*/, ''))).toEqual(
      Array.from({ length: 16 }, (_, index) => `c-${39 - index}`),
    );
    const backups = computers.slice(0, 10).map(({ computer: { metadata } }) => ({
      ...backup(`b-${metadata.name}`),
      spec: { computerRef: { name: metadata.name } },
    }));
    expect(made(seen({ computers, backups }), 0)).toHaveLength(6);
  });
});

describe('deletion of backups', () => {
  it('D16 deletes the oldest complete ones beyond the plan, but none that was requested by hand or that a restore reads', () => {
    const backups = [
      complete('a', 1),
      complete('b', 2),
      complete('asked', 0, false),
      complete('c', 3),
      complete('d', 4),
    ];
    expect(dropped(backups)).toEqual([
      { backup: backups[1], location: 'at-b' },
      { backup: backups[0], location: 'at-a' },
    ]);
    const restore: ComputerRestore = {
      metadata: { name: 'r', namespace: 'computers-00' },
      spec: { computerRef: { name: 'c-1' }, backupRef: { name: 'a' } },
    };
    expect(dropped(backups, [restore]).map(({ location }) => location)).toEqual(['at-b']);
    expect(dropped(backups, [{ ...restore, status: { phase: 'Complete' } }])).toHaveLength(2);
  });

  it('D16 keeps the last failed one until one is complete', () => {
    const backups = [failed('a', 1), failed('b', 2)];
    expect(dropped(backups)).toEqual([{ backup: backups[0], location: `backups/${computer.spec.userId}/uid-a` }]);
    expect(dropped([...backups, complete('c', 3)])).toHaveLength(2);
  });

  it('S4 never deletes those of another user who had a computer of this name', () => {
    const backups = [complete('a', 1), complete('b', 2), complete('c', 3)].map((one) => ({
      ...one,
      status: { ...one.status, userId: 'somebody' },
    }));
    expect(dropped(backups)).toEqual([]);
    expect(made(seen({ backups }), 1)).toHaveLength(1);
  });
});

describe('backup health', () => {
  const health = (backups: ComputerBackup[], ms: number, more: Partial<ObservedSchedule> = {}) =>
    backupHealth(seen({ backups, ...more }), START + ms);

  it('D16 a computer without a complete backup for twice the interval of its plan is overdue, even if it never had one', () => {
    expect(health([], 2 * DAY)).toEqual({ overdue: 0, failed: 0 });
    expect(health([], 2 * DAY + 1)).toEqual({ overdue: 1, failed: 0 });
    expect(health([complete('a', DAY)], 2 * DAY + 1)).toEqual({ overdue: 0, failed: 0 });
    expect(health([complete('a', DAY)], 3 * DAY + 1)).toEqual({ overdue: 1, failed: 0 });
  });

  it('D16 a backup that failed counts until a later one is complete', () => {
    expect(health([complete('a', 1), failed('b', 2)], 3)).toEqual({ overdue: 0, failed: 1 });
    expect(health([complete('a', 1), failed('b', 2), complete('c', 3)], 4)).toEqual({ overdue: 0, failed: 0 });
  });

  it('D16 a computer without a volume, or with a plan without backups, is not counted', () => {
    for (const one of [
      { computer, plan, hasVolume: false },
      { computer, plan: PLAN, hasVolume: true },
    ])
      expect(health([failed('a', 1)], 9 * DAY, { computers: [one] })).toEqual({ overdue: 0, failed: 0 });
  });
});
