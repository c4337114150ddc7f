import { createHash } from 'node:crypto';
import { eventually } from '@zo/testing';
import { startCluster, type Cluster, type ClusterOptions } from '../../../../infra/testing/cluster/cluster.js';
import { type Computer, type ComputerSpec } from '../../src/operator/objects/resources.js';
import { connectKube } from '@zo/kube';
import { Operator, type OperatorOptions } from '../../src/operator/run/operator.js';
import { IMAGES } from './world.js';

export const API = 'compute.zo.internal/v1alpha1';
const charts = (name: string) => new URL(`../../../../charts/${name}`, import.meta.url).pathname;

export const planObject = {
  apiVersion: API,
  kind: 'ComputerPlan',
  metadata: { name: 'free' },
  spec: { cpu: { request: '10m', limit: '1' }, memory: { request: '16Mi', limit: '1Gi' }, storage: '1Gi' },
};

/** A computer as an administrator would write it. */
export function computerObject(name: string, spec: Partial<ComputerSpec> = {}, namespace = 'computers-00') {
  const hex = createHash('sha256').update(name).digest('hex');
  const userId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return {
    apiVersion: API,
    kind: 'Computer',
    metadata: { name, namespace },
    spec: { userId, handle: name, planRef: { name: 'free' }, operatingMode: 'Suspended', ...spec },
  };
}

async function installDefinitions(cluster: Cluster): Promise<void> {
  await cluster.helm('install', 'crds', charts('crds'));
  await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=20s']);
  // For a moment after that, lists are still answered with 429.
  for (const kind of ['computers', 'computerplans'])
    await eventually(() => cluster.kubectl(['get', '--raw', `/apis/${API}/${kind}`]));
}

/** A cluster with both charts installed; the services of the second chart are simulated. */
export async function clusterWithCharts(users: readonly string[] = [], options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await startCluster({ users, duringStart: installDefinitions, ...options });
  try {
    const plans = { free: planObject.spec };
    await cluster.helm(
      'install',
      'zo',
      charts('zo'),
      '--namespace=zo',
      '--create-namespace',
      '--set=image.repository=registry.test/zo',
      `--set=computers.image=${IMAGES.Stable}`,
      `--set=computers.canaryImage=${IMAGES.Canary}`,
      `--set-json=computers.plans=${JSON.stringify(plans)}`,
    );
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

/** Runs with the permissions that the chart grants. */
export async function operatorOf(cluster: Cluster, more: Partial<OperatorOptions> = {}): Promise<Operator> {
  const kube = connectKube(await cluster.accountKubeconfig('zo:zo-compute-operator'));
  return new Operator({ kube, images: IMAGES, platformNamespace: 'zo', leaseMs: 3_000, relistMs: 600_000, ...more });
}

export async function computerIn(
  cluster: Cluster,
  name: string,
  namespace = 'computers-00',
): Promise<Computer | undefined> {
  const text = await cluster.kubectl(['get', 'cmp', name, '-n', namespace, '--ignore-not-found', '-o', 'json']);
  return text ? (JSON.parse(text) as Computer) : undefined;
}

/** Names of all objects of a kind. */
export async function namesOf(cluster: Cluster, kind: string, namespace = 'computers-00'): Promise<string[]> {
  const text = await cluster.kubectl(['get', kind, '-n', namespace, '-o', 'name']);
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('/')[1]!);
}
