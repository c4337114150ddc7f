import { createHash } from 'node:crypto';
import { eventually } from '@zo/shared/testing';
import { startCluster, type Cluster } from '../../../../infra/cluster/cluster.js';
import { type Computer, type ComputerSpec } from '../../src/operator/objects/resources.js';
import { connectKube } from '../../src/operator/run/kube.js';
import { Operator, type OperatorOptions } from '../../src/operator/run/operator.js';
import { IMAGES } from './world.js';

export const API = 'compute.zo.internal/v1alpha1';
const crds = new URL('../../../../charts/crds', import.meta.url).pathname;

export const planObject = { apiVersion: API, kind: 'ComputerPlan', metadata: { name: 'free' }, spec: { cpu: { request: '10m', limit: '1' }, memory: { request: '16Mi', limit: '1Gi' }, storage: '1Gi' } };

/** A computer as somebody would write it down. */
export function computerObject(name: string, spec: Partial<ComputerSpec> = {}, namespace = 'computers-00') {
  const hex = createHash('sha256').update(name).digest('hex');
  const userId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  return { apiVersion: API, kind: 'Computer', metadata: { name, namespace }, spec: { userId, handle: name, planRef: { name: 'free' }, operatingMode: 'Suspended', ...spec } };
}

/** A cluster with the chart of custom resources in it. */
export async function clusterWithResources(users: readonly string[] = []): Promise<Cluster> {
  const cluster = await startCluster({ users });
  try {
    await cluster.helm('install', 'crds', crds);
    await cluster.kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=20s']);
    // For a moment after that a list is still answered with 429.
    await eventually(() => cluster.kubectl(['get', '--raw', `/apis/${API}/computers`]));
    await cluster.apply(planObject, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'zo' } });
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}

export function operatorOf(cluster: Cluster, more: Partial<OperatorOptions> = {}): Operator {
  return new Operator({ kube: connectKube(cluster.kubeconfig()), images: IMAGES, shardPrefix: 'computers', platformNamespace: 'zo', leaseMs: 3_000, relistMs: 600_000, ...more });
}

export async function computerIn(cluster: Cluster, name: string, namespace = 'computers-00'): Promise<Computer | undefined> {
  const text = await cluster.kubectl(['get', 'cmp', name, '-n', namespace, '--ignore-not-found', '-o', 'json']);
  return text ? (JSON.parse(text) as Computer) : undefined;
}

/** What there is of a kind, by name. */
export async function namesOf(cluster: Cluster, kind: string, namespace = 'computers-00'): Promise<string[]> {
  const text = await cluster.kubectl(['get', kind, '-n', namespace, '-o', 'name']);
  return text.split('\n').filter(Boolean).map((line) => line.split('/')[1]!);
}
