import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { connectKube } from '@zo/kube';
import { claimName, type Computer } from '../../src/operator/objects/resources.js';
import type { Operator } from '../../src/operator/run/operator.js';
import { Informer } from '../../src/operator/run/informer.js';
import { API, clusterWithCharts, computerIn, computerObject, namesOf, operatorOf, planObject } from './cluster.js';
import { IMAGES } from './world.js';

const SOON = 20_000;
let cluster: Cluster;
let operators: Operator[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  cluster = await clusterWithCharts(['stranger', 'candidate']);
});
afterEach(async () => {
  await Promise.all(operators.map((operator) => operator.close()));
  operators = [];
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await cluster?.stop();
});

async function operator(): Promise<Operator> {
  const made = await operatorOf(cluster);
  operators.push(made);
  made.start();
  await eventually(() => made.isLeader, SOON);
  return made;
}

/** The operator as it is deployed, in a process of its own. */
async function process_(): Promise<ChildProcess> {
  const root = new URL('../../../..', import.meta.url).pathname;
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    ZO_KUBECONFIG: await cluster.accountKubeconfig('zo:zo-compute-operator'),
    ZO_COMPUTER_IMAGE: IMAGES.Stable,
    ZO_OPERATOR_LEASE_SECONDS: '3',
  };
  const child = spawn(
    process.execPath,
    ['--import', `${root}infra/tools/build/ts-hooks.mjs`, `${root}services/compute/src/operator/main.ts`],
    { env, stdio: 'ignore' },
  );
  children.push(child);
  return child;
}

const patch = (name: string, spec: object) =>
  cluster.kubectl(['patch', 'cmp', name, '-n', 'computers-00', '--type=merge', '-p', JSON.stringify({ spec })]);
const phase = async (name: string) => (await computerIn(cluster, name))?.status?.phase;
const becomes = (name: string, wanted: string) => eventually(async () => (await phase(name)) === wanted, SOON);
const pods = () => namesOf(cluster, 'pods');
const conditionIn = async (name: string, type: string, namespace?: string) =>
  (await computerIn(cluster, name, namespace))?.status?.conditions?.find((condition) => condition.type === type);
const quotaOf = (namespace: string) =>
  cluster.kubectl(['get', 'resourcequota', 'most', '-n', namespace, '-o', 'jsonpath={.status.hard.pods}']);
async function eventsOf(name: string, namespace: string): Promise<{ type: string; reason: string; message: string }[]> {
  const selector = `involvedObject.kind=Computer,involvedObject.name=${name}`;
  const text = await cluster.kubectl(['get', 'events', '-n', namespace, `--field-selector=${selector}`, '-o', 'json']);
  return (JSON.parse(text) as { items: { type: string; reason: string; message: string }[] }).items;
}
const claims = () => namesOf(cluster, 'persistentvolumeclaims');
const holder = async () =>
  await cluster.kubectl(['get', 'lease', 'compute-operator', '-n', 'zo', '-o', 'jsonpath={.spec.holderIdentity}']);

describe('operator on a real control plane', () => {
  it('PC-01 a running computer gets a pod, volume and secret; suspending deletes the pod alone, and waking reuses the volume', async () => {
    await operator();
    const begun = performance.now();
    await cluster.apply(computerObject('ada', { operatingMode: 'Running' }));
    await becomes('ada', 'Running');
    console.log(`computer running ${Math.round(performance.now() - begun)} ms after it was asked for`);
    const running = (await computerIn(cluster, 'ada'))!;
    expect(running.metadata.finalizers).toEqual(['compute.zo.internal/volume']);
    expect(running.status).toMatchObject({
      observedGeneration: 1,
      podName: 'ada',
      podIP: expect.stringMatching(/^[\d.]+$/),
      nodeName: expect.stringMatching(/^node-/),
      image: IMAGES.Stable,
      storage: { capacity: '1Gi' },
    });
    expect(Object.fromEntries(running.status!.conditions!.map(({ type, status }) => [type, status]))).toEqual({
      Ready: 'True',
      StorageReady: 'True',
      Suspended: 'False',
      PodCreated: 'True',
      QuotaOK: 'True',
      UpdatePending: 'False',
    });
    await cluster.kubectl(['wait', '--for=condition=Ready', 'cmp/ada', '-n', 'computers-00', '--timeout=5s']);
    expect(await namesOf(cluster, 'secrets')).toContain('ada-agent');
    const secret = await cluster.kubectl([
      'get',
      'secret',
      'ada-agent',
      '-n',
      'computers-00',
      '-o',
      'jsonpath={.data.token}',
    ]);
    const volume = await cluster.kubectl([
      'get',
      'pvc',
      claimName('ada'),
      '-n',
      'computers-00',
      '-o',
      'jsonpath={.metadata.uid} {.spec.accessModes[0]}',
    ]);
    expect(volume).toMatch(/ ReadWriteOncePod$/);
    await patch('ada', { operatingMode: 'Suspended' });
    await becomes('ada', 'Suspended');
    expect(await pods()).not.toContain('ada');
    await patch('ada', { operatingMode: 'Running' });
    await becomes('ada', 'Running');
    const again = (await computerIn(cluster, 'ada'))!;
    expect(again.status!.podUID).not.toBe(running.status!.podUID);
    expect(
      await cluster.kubectl([
        'get',
        'pvc',
        claimName('ada'),
        '-n',
        'computers-00',
        '-o',
        'jsonpath={.metadata.uid} {.spec.accessModes[0]}',
      ]),
    ).toBe(volume);
    expect(
      await cluster.kubectl(['get', 'secret', 'ada-agent', '-n', 'computers-00', '-o', 'jsonpath={.data.token}']),
    ).toBe(secret);
  });

  it('PC-01 a hold overrides running and, when it ends, running resumes; the status says why', async () => {
    await operator();
    await cluster.apply(computerObject('bob', { operatingMode: 'Running' }));
    await becomes('bob', 'Running');
    await patch('bob', { hold: { reason: 'Abuse', by: 'ops@example.org' } });
    await becomes('bob', 'Held');
    expect(await pods()).not.toContain('bob');
    expect((await computerIn(cluster, 'bob'))!.status!.conditions!.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'Held',
      message: 'Abuse',
    });
    await patch('bob', { hold: { until: new Date(Date.now() + 3_000).toISOString() } });
    await becomes('bob', 'Running');
    await patch('bob', { hold: null });
  });

  it('PC-01 a pod that ended is recorded, deleted and recreated after a wait; one deleted by hand at once', async () => {
    await operator();
    await cluster.apply(computerObject('eve', { operatingMode: 'Running' }));
    await becomes('eve', 'Running');
    const uid = (await computerIn(cluster, 'eve'))!.status!.podUID;
    await cluster.kubectl(['delete', 'pod', 'eve', '-n', 'computers-00', '--wait=false']);
    await eventually(async () => {
      const { status } = (await computerIn(cluster, 'eve'))!;
      return status!.phase === 'Running' && status!.podUID !== uid && !status!.failures;
    }, SOON);
    const { podUID } = (await computerIn(cluster, 'eve'))!.status!;
    await cluster.kubectl([
      'patch',
      'pod',
      'eve',
      '-n',
      'computers-00',
      '--subresource=status',
      '--type=merge',
      '-p',
      '{"status":{"phase":"Failed","reason":"Evicted"}}',
    ]);
    await eventually(async () => (await computerIn(cluster, 'eve'))!.status!.failures !== undefined, SOON);
    expect((await computerIn(cluster, 'eve'))!.status!.failures).toMatchObject({ count: 1, podUID, reason: 'Evicted' });
    const ended = performance.now();
    await becomes('eve', 'Running');
    expect(performance.now() - ended).toBeGreaterThan(5_000);
  });

  it('PC-01 without its plan a computer waits and reports it; it starts once the plan exists', async () => {
    await operator();
    await cluster.apply(computerObject('fay', { operatingMode: 'Running', planRef: { name: 'pro' } }));
    await becomes('fay', 'Failed');
    expect(
      (await computerIn(cluster, 'fay'))!.status!.conditions!.find(({ type }) => type === 'QuotaOK'),
    ).toMatchObject({ status: 'False', reason: 'PlanNotFound' });
    await cluster.apply({ ...planObject, metadata: { name: 'pro' } });
    await becomes('fay', 'Running');
  });

  it('PC-01 a pod refused by the quota is reported in the status and as an event; it starts once the quota is raised', async () => {
    await operator();
    const namespace = 'computers-07';
    const hard = (pods: string) => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'most', namespace },
      spec: { hard: { pods } },
    });
    await cluster.apply(hard('0'));
    await eventually(async () => (await quotaOf(namespace)) === '0', SOON);
    await cluster.apply(computerObject('hal', { operatingMode: 'Running' }, namespace));
    const exceeded = {
      status: 'False',
      reason: 'QuotaExceeded',
      message: expect.stringContaining('exceeded quota: most'),
    };
    await eventually(async () => (await conditionIn('hal', 'PodCreated', namespace))?.reason === 'QuotaExceeded', SOON);
    for (const type of ['PodCreated', 'QuotaOK', 'Ready'])
      expect(await conditionIn('hal', type, namespace)).toMatchObject(exceeded);
    await eventually(async () => (await eventsOf('hal', namespace)).some(({ reason }) => reason === 'QuotaExceeded'));
    expect((await eventsOf('hal', namespace)).find(({ reason }) => reason === 'QuotaExceeded')).toMatchObject({
      type: 'Warning',
      message: exceeded.message,
    });
    await cluster.apply(hard('5'));
    await eventually(async () => (await computerIn(cluster, 'hal', namespace))?.status?.phase === 'Running');
    for (const type of ['PodCreated', 'QuotaOK', 'Ready'])
      expect(await conditionIn('hal', type, namespace)).toMatchObject({ status: 'True' });
    await eventually(async () => (await eventsOf('hal', namespace)).some(({ reason }) => reason === 'AgentListens'));
  });

  it('PC-01 a pod refused by admission is reported with the message of the policy', async () => {
    await operator();
    await cluster.apply(
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicy',
        metadata: { name: 'no-ivy' },
        spec: {
          matchConstraints: {
            resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
          },
          validations: [{ expression: "object.metadata.name != 'ivy'", message: 'ivy is not admitted' }],
        },
      },
      {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingAdmissionPolicyBinding',
        metadata: { name: 'no-ivy' },
        spec: { policyName: 'no-ivy', validationActions: ['Deny'] },
      },
    );
    const probe = ['run', 'ivy', '--image=registry.test/ivy', '-n', 'default', '--dry-run=server'];
    await eventually(async () =>
      cluster.kubectl(probe).then(
        () => false,
        (error: Error) => error.message.includes('ivy is not admitted'),
      ),
    );
    await cluster.apply(computerObject('ivy', { operatingMode: 'Running' }));
    await eventually(async () => (await conditionIn('ivy', 'PodCreated'))?.reason === 'PodRefused', SOON);
    expect(await conditionIn('ivy', 'Ready')).toMatchObject({
      status: 'False',
      reason: 'PodRefused',
      message: expect.stringContaining('ivy is not admitted'),
    });
    expect(await conditionIn('ivy', 'QuotaOK')).toMatchObject({ status: 'True' });
    await patch('ivy', { operatingMode: 'Suspended' });
    await becomes('ivy', 'Suspended');
    expect(await conditionIn('ivy', 'PodCreated')).toMatchObject({ status: 'False', reason: 'NoPod' });
  });

  it('PC-01 a computer whose volume cannot grow starts all the same; the volume grows once it can', async () => {
    await operator();
    const classes = await namesOf(cluster, 'storageclasses');
    const allowed = (allowVolumeExpansion: boolean) =>
      cluster.kubectl([
        'patch',
        'storageclass',
        ...classes,
        '--type=merge',
        '-p',
        JSON.stringify({ allowVolumeExpansion }),
      ]);
    await cluster.apply(computerObject('gil', { operatingMode: 'Running' }));
    await becomes('gil', 'Running');
    await patch('gil', { operatingMode: 'Suspended' });
    await becomes('gil', 'Suspended');
    await allowed(false);
    await patch('gil', { operatingMode: 'Running', storage: { size: '2Gi' } });
    await becomes('gil', 'Running');
    const asked = () =>
      cluster.kubectl([
        'get',
        'pvc',
        claimName('gil'),
        '-n',
        'computers-00',
        '-o',
        'jsonpath={.spec.resources.requests.storage}',
      ]);
    expect(await asked()).toBe('1Gi');
    await allowed(true);
    await eventually(async () => (await asked()) === '2Gi');
  });
});

describe('readiness', () => {
  const healthOf = async (user: string) => {
    const made = await operatorOf(cluster, { kube: connectKube(cluster.kubeconfig(user)) });
    operators.push(made);
    made.start();
    return made;
  };

  it('PC-01 an operator that may not read its lease is not ready', async () => {
    const stranger = await healthOf('stranger');
    expect(stranger.health()).toEqual({ ready: false, missing: 'the lease cannot be read or renewed' });
  });

  it('PC-01 a leading operator is ready once everything has been listed, and a waiting one at once', async () => {
    const grant = (name: string, roleRef: object, more: object = {}) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'metadata' in more ? 'RoleBinding' : 'ClusterRoleBinding',
      metadata: { name },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'candidate' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', ...roleRef },
      ...more,
    });
    await cluster.apply(
      grant(
        'candidate',
        { kind: 'Role', name: 'zo-compute-operator' },
        { metadata: { name: 'candidate', namespace: 'zo' } },
      ),
    );
    const first = await healthOf('candidate');
    await eventually(() => first.isLeader, SOON);
    await eventually(() => first.health().missing === 'not everything has been listed yet', SOON);
    const second = await healthOf('candidate');
    await eventually(() => second.health().ready, SOON);
    expect([second.isLeader, first.health().ready]).toEqual([false, false]);
    await cluster.apply(grant('candidate', { kind: 'ClusterRole', name: 'zo-compute-operator' }));
    await eventually(() => first.health().ready);
  });
});

describe('informer', () => {
  it('PC-01 lists page by page, drops managed fields, and keeps unchanged objects as they are', async () => {
    const namespace = 'computers-09';
    const names = Array.from({ length: 5 }, (_, n) => `page-${n}`);
    await cluster.apply(...names.map((name) => computerObject(name, {}, namespace)));
    const kube = connectKube(cluster.kubeconfig());
    const pages: number[] = [];
    const watched = new Informer<Computer>(kube, {
      path: `/apis/${API}/namespaces/${namespace}/computers`,
      list: async (page) => {
        const kind = { group: 'compute.zo.internal', version: 'v1alpha1', plural: 'computers', namespace };
        const listed = (await kube.custom.listNamespacedCustomObject({ ...kind, ...page })) as { items: unknown[] };
        pages.push(listed.items.length);
        return listed;
      },
      onChange: () => undefined,
      relistMs: 500,
      pageSize: 2,
    });
    await watched.start();
    try {
      expect(
        watched
          .all()
          .map(({ metadata }) => metadata.name)
          .sort(),
      ).toEqual(names);
      expect(pages.slice(0, 3)).toEqual([2, 2, 1]);
      const known = watched.get('page-0', namespace);
      await eventually(() => pages.length >= 9, SOON);
      expect(watched.get('page-0', namespace)).toBe(known);
      await cluster.kubectl(['label', 'cmp', 'page-1', '-n', namespace, 'seen=yes']);
      await eventually(() => watched.get('page-1', namespace)?.metadata.labels?.['seen'] === 'yes', SOON);
      for (const { metadata } of watched.all()) expect(metadata).not.toHaveProperty('managedFields');
    } finally {
      watched.close();
    }
  });
});

describe('failures', () => {
  it('PC-01 one operator leads; when it ends another takes over at once, and when it is killed, after the lease', async () => {
    const first = await process_();
    await eventually(async () => (await holder().catch(() => '')) !== '', SOON);
    const firstHolder = await holder();
    const second = await process_();
    await cluster.apply(computerObject('gus', { operatingMode: 'Running' }));
    await becomes('gus', 'Running');
    expect(await holder()).toBe(firstHolder);
    const killed = performance.now();
    first.kill('SIGKILL');
    await eventually(async () => !['', firstHolder].includes(await holder()), SOON);
    console.log(`leader killed: another leads after ${Math.round(performance.now() - killed)} ms (lease of 3 s)`);
    const secondHolder = await holder();
    await patch('gus', { operatingMode: 'Suspended' });
    await becomes('gus', 'Suspended');
    const third = await process_();
    const ended = performance.now();
    const gone = once(second, 'exit');
    second.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    await eventually(async () => !['', secondHolder].includes(await holder()), SOON);
    console.log(`leader ended: another leads after ${Math.round(performance.now() - ended)} ms`);
    await patch('gus', { operatingMode: 'Running' });
    await becomes('gus', 'Running');
    const over = once(third, 'exit');
    third.kill('SIGTERM');
    await over;
  });

  it('PC-01 after the API server was killed midway, every computer ends up as wanted, with one pod and one volume', async () => {
    await operator();
    const names = Array.from({ length: 30 }, (_, index) => `many-${index}`);
    const all = async () =>
      (
        JSON.parse(await cluster.kubectl(['get', 'cmp', '-n', 'computers-00', '-o', 'json'])) as { items: Computer[] }
      ).items.filter(({ metadata }) => names.includes(metadata.name));
    await cluster.apply(...names.map((name) => computerObject(name, { operatingMode: 'Running' })));
    await eventually(async () => (await pods()).some((name) => names.includes(name)), SOON);
    await cluster.apiserver.kill();
    await cluster.apiserver.restart();
    await cluster.ready();
    const begun = performance.now();
    await eventually(
      async () => (await all()).filter(({ status }) => status?.phase === 'Running').length === names.length,
      60_000,
    );
    console.log(`30 computers running ${Math.round(performance.now() - begun)} ms after the API server was back`);
    expect((await pods()).filter((name) => names.includes(name)).sort()).toEqual([...names].sort());
    expect((await claims()).filter((name) => names.includes(name.replace(/-home$/, '')))).toHaveLength(30);
    await cluster.kubectl([
      'patch',
      'cmp',
      ...names,
      '-n',
      'computers-00',
      '--type=merge',
      '-p',
      '{"spec":{"operatingMode":"Suspended"}}',
    ]);
    await cluster.apiserver.kill();
    await cluster.apiserver.restart();
    await cluster.ready();
    await eventually(async () => (await all()).every(({ status }) => status?.phase === 'Suspended'));
    expect((await pods()).filter((name) => names.includes(name))).toEqual([]);
  });
});

describe('informer after failed lists', () => {
  /** Number of watches on events, which no other client of this cluster watches. */
  const watches = async () => {
    const text = await cluster.kubectl(['get', '--raw', '/metrics']);
    return [
      ...text.matchAll(/^apiserver_longrunning_requests\{[^}]*resource="events"[^}]*verb="WATCH"[^}]*\} (\d+)$/gm),
    ].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('PC-01 keeps a single watch, even after lists failed several times', async () => {
    const kube = connectKube(cluster.kubeconfig());
    let lists = 0;
    const list = () => {
      lists++;
      return kube.core.listEventForAllNamespaces();
    };
    const events = new Informer<{ metadata: { name: string } }>(kube, {
      path: '/api/v1/events',
      list,
      onChange: () => undefined,
      relistMs: 500,
    });
    await events.start();
    await eventually(async () => (await watches()) > 0, SOON);
    await cluster.apiserver.kill();
    const before = lists;
    await eventually(() => lists > before + 12, SOON);
    await cluster.apiserver.restart();
    await cluster.ready();
    const after = lists;
    await eventually(() => lists > after + 12, SOON);
    // One, and for a moment the one that replaces it.
    await eventually(async () => [1, 2].includes(await watches()), SOON);
    events.close();
    await eventually(async () => (await watches()) === 0, SOON);
  });
});

// Last: the garbage collector learns of new kinds only every 30 s.
describe('removal of a computer', () => {
  it('PC-01 removal deletes the pod first, the volume only if wanted, and the object last', async () => {
    await operator();
    await cluster.apply(
      computerObject('cyd', { operatingMode: 'Running' }),
      computerObject('dan', { operatingMode: 'Running', storage: { onDelete: 'Delete' } }),
    );
    await Promise.all([becomes('cyd', 'Running'), becomes('dan', 'Running')]);
    await cluster.kubectl(['delete', 'cmp', 'cyd', 'dan', '-n', 'computers-00', '--timeout=30s']);
    expect((await pods()).filter((name) => name === 'cyd' || name === 'dan')).toEqual([]);
    expect((await claims()).filter((name) => /^(cyd|dan)-/.test(name))).toEqual([claimName('cyd')]);
    await eventually(async () => !(await namesOf(cluster, 'secrets')).includes('cyd-agent'), SOON);
    // Created again, it finds its volume; another user with this name does not get it.
    await cluster.apply(
      computerObject('cyd', { operatingMode: 'Running', userId: '11111111-1111-4111-8111-111111111111' }),
    );
    await becomes('cyd', 'Failed');
    expect(
      (await computerIn(cluster, 'cyd'))!.status!.conditions!.find(({ type }) => type === 'StorageReady')!.reason,
    ).toBe('VolumeOfAnother');
    expect(await pods()).not.toContain('cyd');
  });
});

// Last: schedulers and controllers take their time to reconnect to an API server that was gone.
describe('without an API server', () => {
  it('PC-01 an operator whose API server is down is not ready', async () => {
    const made = await operator();
    await eventually(() => made.health().ready, SOON);
    await cluster.apiserver.kill();
    await eventually(() => !made.health().ready, SOON);
    await cluster.apiserver.restart();
    await cluster.ready();
    await eventually(() => made.health().ready, SOON);
  });
});
