import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { connectKube, type Kube } from '@zo/kube';
import { eventually, repetitions } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import { type Computer, GROUP, LABEL, type ObservedPod, VERSION } from '../../src/operator/objects/resources.js';
import { Informer } from '../../src/operator/run/informer.js';
import { clusterWithCharts, computerObject } from './cluster.js';
import { Volumes } from './volumes.js';
import { IMAGES } from './world.js';

jest.setTimeout(400_000);
/** Enough for every queue, page of a list and limit of requests. */
const MANY = repetitions(300, 1_000);
const SOME = 100;
const SETTLED_MS = 240_000;
/** Limit of concurrent requests of the test. */
const WORKERS = 32;
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const KIND = { group: GROUP, version: VERSION, plural: 'computers' };

type Mode = Computer['spec']['operatingMode'];
/** The phase that each mode leads to. */
const PHASE: Readonly<Record<string, string>> = { Running: 'Running', Suspended: 'Suspended' };
const objects = Array.from({ length: MANY }, (_, index) =>
  computerObject(`c-${index}`, {}, `computers-${String(index % 16).padStart(2, '0')}`),
);

let cluster: Cluster;
let kube: Kube;
let operators: ChildProcess[];
let watched: { close(): void }[];
let volumes: Volumes;
/** When each computer reached its phase, and the pods it has had, as reported by the API server. */
const phases = new Map<string, { phase: string; at: number }>();
const pods = new Map<string, Set<string>>();
/** Pods of an earlier test, whose end may be reported late. */
const earlier = new Set<string>();
const forgetPods = () => {
  for (const uids of pods.values()) for (const uid of uids) earlier.add(uid);
  pods.clear();
};
/** Computers that have not had exactly one pod. */
const notOne = () => [...pods].filter(([, uids]) => uids.size !== 1);

beforeAll(async () => {
  cluster = await clusterWithCharts([], { bindsVolumes: false });
  kube = connectKube(cluster.kubeconfig());
  const { custom, core } = kube;
  const computers = new Informer<Computer>(kube, {
    path: `/apis/${GROUP}/${VERSION}/computers`,
    relistMs: 600_000,
    list: () => custom.listClusterCustomObject(KIND),
    onChange: ({ metadata, status }) => {
      const phase = status?.phase ?? '';
      if (phases.get(metadata.name)?.phase !== phase) phases.set(metadata.name, { phase, at: performance.now() });
    },
  });
  const labelSelector = LABEL.computer;
  const all = new Informer<ObservedPod>(kube, {
    path: '/api/v1/pods',
    labelSelector,
    relistMs: 600_000,
    list: () => core.listPodForAllNamespaces({ labelSelector }),
    onChange: ({ metadata: { name, uid } }) => {
      if (!earlier.has(uid!)) pods.set(name, (pods.get(name) ?? new Set()).add(uid!));
    },
  });
  volumes = new Volumes(kube);
  await Promise.all([computers.start(), all.start(), volumes.start()]);
  watched = [computers, all];
  operators = [await startOperator()];
  await eventually(holder);
});
afterAll(async () => {
  for (const one of watched ?? []) one.close();
  await volumes?.close();
  for (const child of operators ?? []) child.kill('SIGKILL');
  await cluster?.stop();
});

/** The operator as it is deployed, in a process of its own; resolves when it leads or waits to lead. */
async function startOperator(): Promise<ChildProcess> {
  const [port] = await freePorts(1);
  const root = new URL('../../../..', import.meta.url).pathname;
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    PORT: String(port),
    ZO_KUBECONFIG: await cluster.accountKubeconfig('zo:zo-compute-operator'),
    ZO_COMPUTER_IMAGE: IMAGES.Stable,
    ZO_OPERATOR_LEASE_SECONDS: '3',
  };
  const child = spawn(
    process.execPath,
    ['--import', `${root}infra/tools/build/ts-hooks.mjs`, `${root}services/compute/src/operator/main.ts`],
    { env, stdio: 'ignore' },
  );
  await eventually(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok);
  return child;
}

const holder = async () =>
  (await cluster.kubectl(['get', 'lease', 'compute-operator', '-n', 'zo', '-o', 'jsonpath={.spec.holderIdentity}'])) ||
  undefined;

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.pop(); item; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

const want =
  (mode: Mode) =>
  ({ metadata: { name, namespace } }: (typeof objects)[number]) =>
    kube.custom.patchNamespacedCustomObject(
      { ...KIND, name, namespace, body: { spec: { operatingMode: mode } } },
      MERGE,
    );

/** Waits until every computer has reached the wanted mode; prints how long each took from its request on. */
async function settle(
  mode: Mode,
  of: readonly (typeof objects)[number][],
  say: (one: (typeof objects)[number]) => Promise<unknown>,
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const begun = new Map<string, number>();
  const start = performance.now();
  const saying = each(of, async (one) => {
    begun.set(one.metadata.name, performance.now());
    await say(one);
  });
  await Promise.all([saying, meanwhile?.()]);
  const is = ({ metadata }: (typeof objects)[number]) => phases.get(metadata.name)?.phase === PHASE[mode];
  await eventually(() => of.every(is), SETTLED_MS).catch(stuck);
  const times = of.map(({ metadata: { name } }) => phases.get(name)!.at - begun.get(name)!).sort((a, b) => a - b);
  const at = (share: number) => `${(times[Math.floor((times.length - 1) * share)]! / 1_000).toFixed(1)} s`;
  console.log(
    `${of.length} computers ${PHASE[mode]}: ${((performance.now() - start) / 1_000).toFixed(1)} s in all,`,
    `each after p50 ${at(0.5)}, p99 ${at(0.99)}`,
  );
}

/** Resolves when `count` computers have reached the phase. */
const reached = (mode: Mode, count: number, of = objects) =>
  eventually(
    () => of.filter(({ metadata }) => phases.get(metadata.name)?.phase === PHASE[mode]).length >= count,
    SETTLED_MS,
  ).catch(stuck);

/** The state at a timeout. @throws Error with that state */
async function stuck(cause: unknown): Promise<never> {
  const lines = async (...args: string[]) =>
    (await cluster.kubectl([...args, '--no-headers'])).split('\n').slice(0, 20).join('\n');
  const pods = await lines('get', 'pods', '-A', '-o', 'wide', '-l', LABEL.computer);
  const state = [await lines('get', 'computers', '-A'), pods, `the lease is held by ${await holder()}`];
  throw new Error(state.join('\n'), { cause });
}
const podsNow = async () =>
  (await kube.core.listPodForAllNamespaces({ labelSelector: LABEL.computer })).items.map(
    ({ metadata }) => metadata!.name!,
  );
const some = objects.slice(0, SOME);

it('PC-01 hundreds of computers start, each with one pod and one volume', async () => {
  await settle('Running', objects, (one) =>
    kube.custom.createNamespacedCustomObject({
      ...KIND,
      namespace: one.metadata.namespace,
      body: { ...one, spec: { ...one.spec, operatingMode: 'Running' } },
    }),
  );
  expect(notOne()).toEqual([]);
  expect(await podsNow()).toHaveLength(MANY);
  expect(
    (await kube.core.listPersistentVolumeClaimForAllNamespaces({ labelSelector: LABEL.computer })).items,
  ).toHaveLength(MANY);
});

it('PC-01 hundreds of computers are suspended: no pod is left, but every volume', async () => {
  await settle('Suspended', objects, want('Suspended'));
  expect(await podsNow()).toEqual([]);
  expect(
    (await kube.core.listPersistentVolumeClaimForAllNamespaces({ labelSelector: LABEL.computer })).items,
  ).toHaveLength(MANY);
});

it('PC-01 when the leading operator is killed midway, the other continues and creates no pod twice', async () => {
  forgetPods();
  operators.push(await startOperator());
  const first = await holder();
  await settle('Running', some, want('Running'), async () => {
    await reached('Running', SOME / 10, some);
    operators[0]!.kill('SIGKILL');
  });
  expect(await holder()).not.toBe(first);
  expect(notOne()).toEqual([]);
  expect((await podsNow()).sort()).toEqual(some.map(({ metadata }) => metadata.name).sort());
});

it('PC-01 when the API server is killed midway, everything ends up as wanted', async () => {
  await each(some, want('Suspended'));
  await cluster.apiserver.kill();
  await cluster.apiserver.restart();
  await cluster.ready();
  await reached('Suspended', SOME, some);
  expect(await podsNow()).toEqual([]);
});
