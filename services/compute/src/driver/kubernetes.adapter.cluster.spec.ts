import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Query, verifyAudit } from '@zo/audit';
import { systemCtx } from '@zo/auth';
import { MemoryCache } from '@zo/cache';
import { adminUrlOptions, Database } from '@zo/db';
import { connectKube } from '@zo/kube';
import { eventually, type TestDatabase, testDatabase } from '@zo/testing';
import { Client } from 'pg';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import { clusterWithCharts, operatorOf } from '../../test/operator/cluster.js';
import { spec } from '../../test/host.js';
import { ComputerRow } from '../computers/computer.entity.js';
import { ComputersRepository } from '../computers/computers.repository.js';
import { loadComputeConfig } from '../config.js';
import { migrations } from '../db/index.js';
import type { Computer } from '../operator/objects/resources.js';
import type { Operator } from '../operator/run/operator.js';
import { chooseDriver } from './choose.js';
import type { DriverEvents } from './computer.driver.js';
import { eventHandlers } from './driver.conformance.js';
import { lateEndCases } from './late-end.conformance.js';
import { registrationCases } from './registration.conformance.js';
import { KubernetesComputers, type KubernetesComputersOptions } from './kubernetes.adapter.js';

let cluster: Cluster;
let operator: Operator;
let driver: KubernetesComputers;
let test: TestDatabase;
let database: Database;
let computers: ComputersRepository;
let registrationPort: number;
/** Stands in for the Redis that the processes of a service share. */
const cache = new MemoryCache();
const support = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'support' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'zo-support' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'support' }],
};
/** Queries as administrator of the database. */
const audit: Query = async <T>(sql: string, values: readonly unknown[] = []) => {
  const admin = new Client(adminUrlOptions(test.adminUrl));
  await admin.connect();
  return admin
    .query(sql, [...values])
    .then(({ rows }) => rows as T[])
    .finally(() => admin.end());
};

beforeAll(async () => {
  [cluster, test] = await Promise.all([clusterWithCharts(['support']), testDatabase()]);
  await cluster.apply(support);
  database = new Database({ service: 'compute', url: test.serviceUrl, entities: [ComputerRow], migrations });
  await database.open();
  computers = new ComputersRepository(database);
  operator = await operatorOf(cluster);
  operator.start();
  const account = await cluster.accountKubeconfig('zo:zo-compute');
  [registrationPort] = (await freePorts(1)) as [number];
  const settings = {
    ZO_COMPUTER_DRIVER: 'kubernetes',
    ZO_KUBECONFIG: account,
    ZO_REGISTRATION_PORT: String(registrationPort),
  };
  driver = (await chooseDriver(loadComputeConfig(settings), cache)) as KubernetesComputers;
});
afterAll(async () => {
  await driver?.close();
  await operator?.close();
  await cluster?.stop();
  await database?.close();
  await test?.drop();
});

/** Another process of compute, beside the one that agents register with. */
const anotherProcess = async (more: Partial<KubernetesComputersOptions> = {}) =>
  new KubernetesComputers({
    kube: connectKube(await cluster.accountKubeconfig('zo:zo-compute')),
    cache,
    shardPrefix: 'computers',
    plan: 'free',
    ...more,
  });

/** The object of a computer, in whatever namespace it is. */
async function objectOf(id: string): Promise<Computer> {
  const { items } = JSON.parse(
    await cluster.kubectl(['get', 'cmp', '-A', `--field-selector=metadata.name=c-${id}`, '-o', 'json']),
  ) as { items: Computer[] };
  return items[0]!;
}
const patch = async (id: string, body: object, user?: string) =>
  cluster.kubectl(
    [
      'patch',
      'cmp',
      `c-${id}`,
      '-n',
      (await objectOf(id)).metadata.namespace!,
      '--type=merge',
      '-p',
      JSON.stringify(body),
    ],
    { user },
  );

describe('computers as pods', () => {
  it('PC-01 a started computer reports its agent’s address and is listed until it is stopped; its key stays the same', async () => {
    const wanted = spec();
    const begun = Date.now();
    const first = await driver.start(wanted);
    expect(first).toEqual({
      id: wanted.id,
      address: expect.stringMatching(/^http:\/\/[\d.]+:7070$/),
      instance: (await objectOf(wanted.id)).status!.podUID,
      secret: expect.stringMatching(/^[\w-]{43}$/),
      startedAt: expect.any(Number),
      sandboxed: true,
      reason: '',
      egressSocket: '',
      canClose: false,
    });
    // The cluster reports whole seconds.
    expect(first.startedAt).toBeGreaterThan(begun - 1_000);
    expect(first.startedAt).toBeLessThanOrEqual(Date.now());
    expect((await driver.list()).filter(({ id }) => id === wanted.id)).toEqual([first]);
    await driver.stop(wanted.id);
    await driver.stop(wanted.id);
    await driver.stop(crypto.randomUUID());
    expect((await driver.list()).map(({ id }) => id)).not.toContain(wanted.id);
    expect((await objectOf(wanted.id)).status!.phase).toBe('Suspended');
    const next = await driver.start(wanted);
    expect([next.secret, next.instance]).toEqual([first.secret, (await objectOf(wanted.id)).status!.podUID]);
    expect(next.instance).not.toBe(first.instance);
    await driver.stop(wanted.id);
  });

  it('PC-01 concurrent starts give one computer; a concurrent stop and start end with a running one', async () => {
    const wanted = spec();
    const all = await Promise.all(Array.from({ length: 10 }, () => driver.start(wanted)));
    expect(new Set(all.map((running) => JSON.stringify(running))).size).toBe(1);
    const [, running] = await Promise.all([driver.stop(wanted.id), driver.start(wanted)]);
    expect(await driver.list()).toContainEqual(running);
    await driver.stop(wanted.id);
  });

  it('PC-01 a computer that ends by itself is reported once, stays ended, and can be started again', async () => {
    const wanted = spec();
    const stop = new AbortController();
    const ended: string[] = [];
    const following = driver.follow(eventHandlers({ gone: ({ id }) => ended.push(id) }), stop.signal);
    await driver.start(wanted);
    const { metadata } = await objectOf(wanted.id);
    await cluster.kubectl([
      'patch',
      'pod',
      metadata.name,
      '-n',
      metadata.namespace!,
      '--subresource=status',
      '--type=merge',
      '-p',
      '{"status":{"phase":"Failed","reason":"OOMKilled"}}',
    ]);
    await eventually(() => ended.includes(wanted.id));
    await eventually(async () => (await objectOf(wanted.id)).status!.phase === 'Suspended');
    expect(ended).toEqual([wanted.id]);
    await driver.start(wanted);
    await driver.stop(wanted.id);
    expect(ended).toEqual([wanted.id]);
    stop.abort();
    await following;
  });

  it('PC-01 activity is shown to administrators, and written only when it changed', async () => {
    const wanted = spec();
    await driver.start(wanted);
    const lastActiveMs = Date.now() - 1_000;
    await driver.note(wanted.id, { busyReason: 'a terminal runs make', lastActiveMs });
    const shown = await eventually(async () => {
      const computer = await objectOf(wanted.id);
      return computer.status?.busyReason ? computer : undefined;
    });
    expect(shown.status).toMatchObject({
      busyReason: 'a terminal runs make',
      lastActivityTime: new Date(lastActiveMs).toISOString(),
    });
    expect(await cluster.kubectl(['get', 'computers', shown.metadata.name, '-n', shown.metadata.namespace!])).toContain(
      'a terminal runs make',
    );
    const { resourceVersion } = (await objectOf(wanted.id)).metadata;
    await driver.note(wanted.id, { busyReason: 'a terminal runs make', lastActiveMs: lastActiveMs + 60_000 });
    expect((await objectOf(wanted.id)).metadata.resourceVersion).toBe(resourceVersion);
    await driver.stop(wanted.id);
    await driver.start(wanted);
    expect((await objectOf(wanted.id)).status).not.toHaveProperty('busyReason');
    await driver.stop(wanted.id);
  });

  it('PC-01 administrators’ decisions stand: a hold or a changed mode refuses the start, a changed plan is kept', async () => {
    const wanted = spec();
    await driver.start(wanted);
    await driver.stop(wanted.id);
    await patch(wanted.id, { spec: { hold: { reason: 'Billing' } } });
    await expect(driver.start(wanted)).rejects.toThrow('Your computer is on hold (Billing).');
    await patch(wanted.id, { spec: { hold: null } });
    const pro = {
      apiVersion: 'compute.zo.internal/v1alpha1',
      kind: 'ComputerPlan',
      metadata: { name: 'pro' },
      spec: { cpu: { request: '20m', limit: '2' }, memory: { request: '16Mi', limit: '2Gi' }, storage: '1Gi' },
    };
    await cluster.apply(pro);
    await patch(wanted.id, { spec: { planRef: { name: 'pro' } } });
    await driver.start(wanted);
    expect((await objectOf(wanted.id)).spec.planRef.name).toBe('pro');
    await patch(wanted.id, { spec: { operatingMode: 'Suspended' } });
    await expect(driver.start(wanted)).rejects.toThrow('An administrator decides about this computer at the moment');
  });

  it('S14 a hold, suspend or wake by hand requires who and why in the same request, and is audited once for the user', async () => {
    const wanted = spec();
    await computers.create(systemCtx(wanted.userId), { handle: wanted.handle, owner: false });
    await driver.start(wanted);
    const stop = new AbortController();
    let isDatabaseUnavailable = true;
    const changedByAdministrator: DriverEvents['changedByAdministrator'] = async (computer) => {
      if (isDatabaseUnavailable) throw new Error('no database');
      // Two processes receive the change; it is audited once.
      await Promise.all([1, 2].map(() => computers.recordAdministratorChange(systemCtx(computer.userId), computer)));
    };
    const following = driver.follow(eventHandlers({ changedByAdministrator }), stop.signal);
    const change = { by: 'support', why: 'mines coins' };
    const unsaid = 'whoever holds, suspends or wakes a computer says in spec.change who they are and why';
    for (const body of [{ operatingMode: 'Suspended' }, { hold: { reason: 'Abuse' } }])
      await expect(patch(wanted.id, { spec: body }, 'support')).rejects.toThrow(unsaid);
    await expect(
      patch(wanted.id, { spec: { operatingMode: 'Suspended', change: { ...change, why: ' ' } } }, 'support'),
    ).rejects.toThrow('spec.change.why');
    for (const by of ['somebody', 'admin'])
      await expect(
        patch(wanted.id, { spec: { operatingMode: 'Suspended', change: { ...change, by } } }, 'support'),
      ).rejects.toThrow('spec.change.by is who makes the change: support');
    await expect(patch(wanted.id, { spec: { change: { ...change, by: 'support' } } }, 'admin')).rejects.toThrow(
      'spec.change.by is who makes the change: admin',
    );
    await patch(wanted.id, { spec: { hold: { reason: 'Abuse' }, change } }, 'support');
    await expect(
      patch(wanted.id, { spec: { hold: null, change: { by: 'support', why: 'in a hurry' } } }, 'support'),
    ).rejects.toThrow('the change before this one is not written down yet');
    await expect(patch(wanted.id, { spec: { change: null } }, 'support')).rejects.toThrow(
      'a change that is not written down yet is not taken back',
    );
    isDatabaseUnavailable = false;
    const isOver = async () => !(await objectOf(wanted.id)).spec.change;
    await eventually(isOver);
    await patch(
      wanted.id,
      { spec: { hold: null, operatingMode: 'Suspended', change: { by: 'support', why: 'case 17 is closed' } } },
      'support',
    );
    await eventually(isOver);
    stop.abort();
    await following;
    const rows = await audit<{ action: string; service: string; details: object }>(
      `select action, service, details from audit.entry where user_id = '${wanted.userId}' order by seq`,
    );
    const row = (why: string, hold: string, mode: string) => ({
      action: 'computer.steered',
      service: 'compute',
      details: { by: 'support', why, hold, mode },
    });
    expect(rows).toEqual([row('mines coins', 'Abuse', 'Running'), row('case 17 is closed', 'none', 'Suspended')]);
    expect((await verifyAudit(audit, [], wanted.userId)).errors).toEqual([]);
  });

  it('PC-01 a computer that cannot start reports why and is not started later', async () => {
    const other = await anotherProcess({ plan: 'missing' });
    const wanted = spec();
    await expect(other.start(wanted)).rejects.toThrow('The computer could not be started (PlanNotFound).');
    expect((await objectOf(wanted.id)).spec.operatingMode).toBe('Suspended');
    await other.close();
  });
});

lateEndCases(() => ({ cluster, objectOf, anotherProcess }));
registrationCases(() => ({ cluster, driver, port: registrationPort, objectOf, anotherProcess }));
