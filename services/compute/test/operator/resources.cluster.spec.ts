import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { podAdmission } from './pod-admission.js';
import { API, clusterWithCharts, computerIn, computerObject, planObject } from './cluster.js';

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterWithCharts(['editor', 'support']);
  await cluster.apply({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'other' },
    handler: 'other',
  });
});
afterAll(() => cluster?.stop());

const patch = (name: string, spec: object, user?: string) =>
  cluster.kubectl(['patch', 'cmp', name, '-n', 'computers-00', '--type=merge', '-p', JSON.stringify({ spec })], {
    user,
  });
const create = (object: object, ...more: string[]) =>
  cluster.kubectl(['create', '-f', '-', ...more], { input: JSON.stringify(object) });

describe('custom resources on a real API server', () => {
  it('PC-01 a computer keeps its user; unknown modes, handles, sizes and reasons are refused', async () => {
    await create(computerObject('ada'));
    await expect(patch('ada', { userId: '11111111-1111-4111-8111-111111111111' })).rejects.toThrow(
      'a computer keeps its person',
    );
    await expect(patch('ada', { operatingMode: 'Sleeping' })).rejects.toThrow('Unsupported value');
    await expect(patch('ada', { handle: 'Ada_1' })).rejects.toThrow('should match');
    await expect(patch('ada', { hold: { reason: 'Whim' } })).rejects.toThrow('Unsupported value');
    await expect(patch('ada', { storage: { size: '1Ti' } })).rejects.toThrow('should match');
    await expect(create(computerObject('bad', { userId: 'x' }))).rejects.toThrow('should match');
    await patch('ada', { storage: { size: '20Gi' } });
    await expect(patch('ada', { storage: { size: '10Gi' } })).rejects.toThrow('a volume can grow, not shrink');
    await expect(patch('ada', { storage: { className: 'fast' } })).rejects.toThrow('a volume keeps its class');
    await patch('ada', { storage: { size: '100Gi' } });
    expect((await computerIn(cluster, 'ada'))!.spec).toMatchObject({
      storage: { size: '100Gi', onDelete: 'Keep' },
      image: { channel: 'Stable' },
    });
  });

  it('PC-01 a held computer cannot be woken; a running one may be held', async () => {
    await create(computerObject('bob', { operatingMode: 'Running' }));
    await patch('bob', { hold: { reason: 'Abuse' } });
    await patch('bob', { operatingMode: 'Suspended' });
    await expect(patch('bob', { operatingMode: 'Running' })).rejects.toThrow('a held computer cannot be woken');
    await expect(
      create(computerObject('bob2', { operatingMode: 'Running', hold: { reason: 'Abuse' } })),
    ).rejects.toThrow('a held computer cannot be woken');
    await patch('bob', { hold: { until: '2020-01-01T00:00:00Z' } });
    await patch('bob', { operatingMode: 'Running' });
    await expect(patch('bob', { hold: { until: 'soon' } })).rejects.toThrow('date-time');
  });

  it('PC-01 the status is written only through its subresource, and fills the printed columns', async () => {
    await create({ ...computerObject('cyd'), status: { phase: 'Running' } });
    await cluster.kubectl([
      'patch',
      'cmp',
      'cyd',
      '-n',
      'computers-00',
      '--type=merge',
      '-p',
      '{"status":{"phase":"Running"}}',
    ]);
    expect((await computerIn(cluster, 'cyd'))!.status).toBeUndefined();
    const condition = {
      type: 'Ready',
      status: 'True',
      reason: 'AgentListens',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    };
    const status = {
      phase: 'Running',
      busyReason: 'a build runs',
      nodeName: 'node-1',
      storage: { capacity: '10Gi' },
      lastBackupTime: new Date().toISOString(),
      conditions: [condition],
    };
    await cluster.kubectl([
      'patch',
      'cmp',
      'cyd',
      '-n',
      'computers-00',
      '--subresource=status',
      '--type=merge',
      '-p',
      JSON.stringify({ status }),
    ]);
    const [head, row] = (await cluster.kubectl(['get', 'cmp', 'cyd', '-n', 'computers-00']))
      .split('\n')
      .map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));
    expect(head).toEqual(['NAME', 'HANDLE', 'PLAN', 'MODE', 'PHASE', 'READY', 'BUSY', 'AGE']);
    expect(row!.slice(0, 7)).toEqual(['cyd', 'cyd', 'free', 'Suspended', 'Running', 'True', 'a build runs']);
    const [wide, wideRow] = (await cluster.kubectl(['get', 'cmp', 'cyd', '-n', 'computers-00', '-o', 'wide']))
      .split('\n')
      .map((line) => line.split(/ {2,}/).map((cell) => cell.trim()));
    expect(wide).toEqual(['NAME', 'HANDLE', 'PLAN', 'MODE', 'PHASE', 'READY', 'BUSY', 'NODE', 'DISK', 'BACKUP', 'AGE']);
    expect(wideRow!.slice(7, 9)).toEqual(['node-1', '10Gi']);
    const wrong = cluster.kubectl([
      'patch',
      'cmp',
      'cyd',
      '-n',
      'computers-00',
      '--subresource=status',
      '--type=merge',
      '-p',
      '{"status":{"phase":"Dreaming"}}',
    ]);
    await expect(wrong).rejects.toThrow('Unsupported value');
    expect(await cluster.kubectl(['explain', 'computer.spec.hold'])).toContain('right to update computers/hold');
  });

  it('PC-01 computers are found by handle, user and mode', async () => {
    await create(computerObject('dan'));
    expect(await cluster.kubectl(['get', 'cmp', '-A', '--field-selector=spec.handle=dan', '-o', 'name'])).toBe(
      'computer.compute.zo.internal/dan\n',
    );
    expect(
      await cluster.kubectl([
        'get',
        'cmp',
        '-A',
        `--field-selector=spec.userId=${computerObject('dan').spec.userId}`,
        '-o',
        'name',
      ]),
    ).toBe('computer.compute.zo.internal/dan\n');
    expect(
      await cluster.kubectl([
        'get',
        'cmp',
        '-A',
        '--field-selector=spec.handle=dan,spec.operatingMode=Running',
        '-o',
        'name',
      ]),
    ).toBe('');
  });

  it('PC-01 a plan requests no more than its limit; backups and restores are immutable, and a complete backup has a location', async () => {
    await expect(
      create({
        ...planObject,
        metadata: { name: 'odd' },
        spec: { ...planObject.spec, memory: { request: '2Gi', limit: '512Mi' } },
      }),
    ).rejects.toThrow('the request must not be above the limit');
    const metadata = { name: 'b1', namespace: 'computers-00' };
    await create({ apiVersion: API, kind: 'ComputerBackup', metadata, spec: { computerRef: { name: 'ada' } } });
    await create({
      apiVersion: API,
      kind: 'ComputerRestore',
      metadata,
      spec: { computerRef: { name: 'ada' }, backupRef: { name: 'b1' } },
    });
    const change = (kind: string, body: object, ...more: string[]) =>
      cluster.kubectl(['patch', kind, 'b1', '-n', 'computers-00', '--type=merge', '-p', JSON.stringify(body), ...more]);
    await expect(change('computerbackup', { spec: { computerRef: { name: 'bob' } } })).rejects.toThrow(
      'a backup cannot be changed',
    );
    await expect(change('computerrestore', { spec: { computerRef: { name: 'bob' } } })).rejects.toThrow(
      'a restore cannot be changed',
    );
    await expect(change('computerbackup', { status: { phase: 'Complete' } }, '--subresource=status')).rejects.toThrow(
      'a complete backup says where it is',
    );
    const status = {
      phase: 'Complete',
      location: 's3://x/y',
      userId: crypto.randomUUID(),
      sha256: 'a'.repeat(64),
      bytes: 12,
      completedAt: '2026-01-01T00:00:00Z',
    };
    await change('computerbackup', { status }, '--subresource=status');
    expect(await cluster.kubectl(['get', 'cmpbackup', 'b1', '-n', 'computers-00'])).toMatch(
      /COMPUTER +PHASE +SIZE +FILES +SECONDS +COMPLETED +AGE\nb1 +ada +Complete +12 /,
    );
  });

  it('PC-01 a write to a field of another field manager is refused with the name of that manager', async () => {
    const apply = (manager: string, handle: string) =>
      cluster.kubectl(['apply', '--server-side', `--field-manager=${manager}`, '-f', '-'], {
        input: JSON.stringify(computerObject('eve', { handle })),
      });
    await apply('compute', 'eve');
    await expect(apply('someone', 'eva')).rejects.toThrow(/conflict with "compute".*\n?.*\.spec\.handle/);
    await apply('someone', 'eve');
  });

  it('S10 only those who may update computers/hold can place, change and lift holds', async () => {
    const role = (name: string, resources: string[]) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name },
      rules: [{ apiGroups: ['compute.zo.internal'], resources, verbs: ['get', 'create', 'update', 'patch'] }],
    });
    const bind = (role: string, user: string) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: `${role}-${user}` },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
    });
    await cluster.apply(role('edits', ['computers']), bind('edits', 'editor'), bind('zo-support', 'support'));
    await create(computerObject('fay'));
    const refused = 'placing, changing or lifting a hold needs the right to update computers/hold';
    // With the change that the other policy asks for: of two policies that refuse, the API server names either.
    const change = { by: 'editor', why: 'not paid' };
    // A policy takes effect up to about a second after it was created.
    await eventually(async () =>
      patch('fay', { hold: { reason: 'Billing' }, change }, 'editor').then(
        () => patch('fay', { hold: null, change: null }).then(() => false),
        (error: Error) => error.message.includes(refused),
      ),
    );
    await patch('fay', { handle: 'faye' }, 'editor');
    await patch('fay', { hold: { reason: 'Billing' }, change: { ...change, by: 'support' } }, 'support');
    // Clears the change, as compute does once it is written down.
    await patch('fay', { change: null });
    await expect(patch('fay', { hold: { reason: 'Request' }, change }, 'editor')).rejects.toThrow(refused);
    await expect(patch('fay', { hold: null, change }, 'editor')).rejects.toThrow(refused);
    await patch('fay', { handle: 'fay' }, 'editor');
    const fromScratch = cluster.kubectl(['create', '-f', '-'], {
      user: 'editor',
      input: JSON.stringify(computerObject('gus', { hold: { reason: 'Billing' } })),
    });
    await expect(fromScratch).rejects.toThrow(refused);
    await patch('fay', { hold: null, change: { by: 'support', why: 'paid' } }, 'support');
  });

  it('S10 those who may hold a computer can change nothing else of it: no plan, no name, no image and no volume', async () => {
    await create(computerObject('ivy'));
    const refused = 'is changed by those who may create computers';
    for (const spec of [
      { planRef: { name: 'pro' } },
      { handle: 'iva' },
      { image: { channel: 'Canary' } },
      { storage: { onDelete: 'Delete' } },
      { storage: { volume: 'ivy-home-2' } },
    ]) {
      await eventually(() =>
        patch('ivy', spec, 'support').then(
          () => false,
          (error: Error) => error.message.includes(refused),
        ),
      );
    }
    // The garbage collector deletes objects whose owner is gone.
    const owned = {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'gone', uid: crypto.randomUUID() }] },
    };
    const orphaned = cluster.kubectl(
      ['patch', 'cmp', 'ivy', '-n', 'computers-00', '--type=merge', '-p', JSON.stringify(owned)],
      { user: 'support' },
    );
    await expect(orphaned).rejects.toThrow(refused);
    await patch('ivy', { planRef: { name: 'pro' }, storage: { onDelete: 'Delete' } }, 'editor');
    await patch('ivy', { operatingMode: 'Running', change: { by: 'support', why: 'case 18' } }, 'support');
  });
});

describe('admission of pods among the computers', () => podAdmission(() => cluster));

describe('uninstall', () => {
  it('PC-01 removing the chart removes no computer', async () => {
    await create(computerObject('hal'));
    await cluster.helm('uninstall', 'crds', '--wait');
    expect(await computerIn(cluster, 'hal')).toBeDefined();
    await expect(cluster.kubectl(['get', 'validatingadmissionpolicy', 'holds.compute.zo.internal'])).resolves.toContain(
      'holds',
    );
  });
});
