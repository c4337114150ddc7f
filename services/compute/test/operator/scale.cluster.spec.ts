import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { connectKube, type Kube } from '@zo/kube';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import { type Computer, GROUP, LABEL, type ObservedPod, VERSION } from '../../src/operator/objects/resources.js';
import { Informer } from '../../src/operator/run/informer.js';
import { clusterWithCharts, computerObject } from './cluster.js';
import { Volumes } from './volumes.js';
import { IMAGES } from './world.js';

jest.setTimeout(400_000);
const MANY = 1_000;
const SOME = 100;
const SETTLED_MS = 240_000;
/** At most so many requests of the test at a time. */
const LANES = 32;
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const KIND = { group: GROUP, version: VERSION, plural: 'computers' };

type Mode = Computer['spec']['operatingMode'];
/** What a mode comes to. */
const PHASE: Readonly<Record<string, string>> = { Running: 'Running', Suspended: 'Suspended' };
const objects = Array.from({ length: MANY }, (_, index) =>
  computerObject(`c-${index}`, {}, `computers-${String(index % 16).padStart(2, '0')}`),
);

let cluster: Cluster;
let kube: Kube;
let operators: ChildProcess[];
let watched: { close(): void }[];
let volumes: Volumes;
/** When each computer came to its phase, and which pods it has had, as the API server told it. */
const phases = new Map<string, { phase: string; at: number }>();
const pods = new Map<string, Set<string>>();
/** Pods of an earlier test: that they ended may be told late. */
const earlier = new Set<string>();
const forgetPods = () => {
  for (const uids of pods.values()) for (const uid of uids) earlier.add(uid);
  pods.clear();
};
/** Computers that have had another number of pods than one. */
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
}, 120_000);
afterAll(async () => {
  for (const one of watched ?? []) one.close();
  await volumes?.close();
  for (const child of operators ?? []) child.kill('SIGKILL');
  await cluster?.stop();
});

/** As it is run, in a process of its own; resolves when it leads or waits for its turn. */
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
  const lane = async () => {
    for (let item = left.pop(); item; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

const want =
  (mode: Mode) =>
  ({ metadata: { name, namespace } }: (typeof objects)[number]) =>
    kube.custom.patchNamespacedCustomObject(
      { ...KIND, name, namespace, body: { spec: { operatingMode: mode } } },
      MERGE,
    );

/** Has every computer come to what is wanted; prints how long that took each, from when it was said. */
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
    `${of.length} computers ${PHASE[mode]}: ${((performance.now() - start) / 1_000).toFixed(1)} s in all, each after p50 ${at(0.5)}, p99 ${at(0.99)}`,
  );
}

/** Resolves when so many have come to the phase. */
const reached = (mode: Mode, count: number, of = objects) =>
  eventually(
    () => of.filter(({ metadata }) => phases.get(metadata.name)?.phase === PHASE[mode]).length >= count,
    SETTLED_MS,
  ).catch(stuck);

/** What one sees of it who comes late. @throws with that */
async function stuck(cause: unknown): Promise<never> {
  const lines = async (...args: string[]) =>
    (await cluster.kubectl([...args, '--no-headers'])).split('\n').slice(0, 20).join('\n');
  throw new Error(
    `${await lines('get', 'computers', '-A')}\n${await lines('get', 'pods', '-A', '-o', 'wide', '-l', LABEL.computer)}\nthe lease is held by ${await holder()}`,
    { cause },
  );
}
const podsNow = async () =>
  (await kube.core.listPodForAllNamespaces({ labelSelector: LABEL.computer })).items.map(
    ({ metadata }) => metadata!.name!,
  );
const some = objects.slice(0, SOME);

it('PC-01 a thousand computers start, each with one pod and one volume', async () => {
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

it('PC-01 a thousand computers are suspended: no pod is left, every volume is', async () => {
  await settle('Suspended', objects, want('Suspended'));
  expect(await podsNow()).toEqual([]);
  expect(
    (await kube.core.listPersistentVolumeClaimForAllNamespaces({ labelSelector: LABEL.computer })).items,
  ).toHaveLength(MANY);
});

it('PC-01 the operator that leads is killed in the middle: the other goes on, and no pod is made twice', async () => {
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

it('PC-01 the API server is killed in the middle: everything ends up as wanted', async () => {
  await each(some, want('Suspended'));
  await cluster.apiserver.kill();
  await cluster.apiserver.restart();
  await cluster.ready();
  await reached('Suspended', SOME, some);
  expect(await podsNow()).toEqual([]);
});
