/** A control plane for the tests of a file, operators on it, and what they read of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { eventually } from '@zo/testing';
import type { Cluster } from '../../../../infra/testing/cluster/cluster.js';
import type { Operator } from '../../src/operator/run/operator.js';
import { clusterWithCharts, computerIn, namesOf, operatorOf } from './cluster.js';
import { IMAGES } from './world.js';

export let cluster: Cluster;
export let operators: Operator[] = [];
const children: ChildProcess[] = [];

/** Starts the control plane before the tests of a file, and ends each test's operators after it. */
export function useCluster(): void {
  beforeAll(async () => {
    cluster = await clusterWithCharts(['stranger', 'candidate']);
  });
  afterEach(async () => {
    await Promise.all(operators.map((made) => made.close()));
    operators = [];
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await cluster?.stop();
  });
}

export async function operator(): Promise<Operator> {
  const made = await operatorOf(cluster);
  operators.push(made);
  made.start();
  await eventually(() => made.isLeader);
  return made;
}

/** The operator as it is deployed, in a process of its own. */
export async function operatorProcess(): Promise<ChildProcess> {
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

export const patch = (name: string, spec: object) =>
  cluster.kubectl(['patch', 'cmp', name, '-n', 'computers-00', '--type=merge', '-p', JSON.stringify({ spec })]);
export const phase = async (name: string) => (await computerIn(cluster, name))?.status?.phase;
export const becomes = (name: string, wanted: string) => eventually(async () => (await phase(name)) === wanted);
export const pods = () => namesOf(cluster, 'pods');
export const conditionIn = async (name: string, type: string, namespace?: string) =>
  (await computerIn(cluster, name, namespace))?.status?.conditions?.find((condition) => condition.type === type);
export const quotaOf = (namespace: string) =>
  cluster.kubectl(['get', 'resourcequota', 'most', '-n', namespace, '-o', 'jsonpath={.status.hard.pods}']);
export async function eventsOf(
  name: string,
  namespace: string,
): Promise<{ type: string; reason: string; message: string }[]> {
  const selector = `involvedObject.kind=Computer,involvedObject.name=${name}`;
  const text = await cluster.kubectl(['get', 'events', '-n', namespace, `--field-selector=${selector}`, '-o', 'json']);
  return (JSON.parse(text) as { items: { type: string; reason: string; message: string }[] }).items;
}
export const claims = () => namesOf(cluster, 'persistentvolumeclaims');
export const holder = async () =>
  await cluster.kubectl(['get', 'lease', 'compute-operator', '-n', 'zo', '-o', 'jsonpath={.spec.holderIdentity}']);
