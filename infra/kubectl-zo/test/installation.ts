/** Computers run by the operator on a real control plane, and people with the roles of the chart who type `kubectl zo`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eventually } from '@zo/shared/testing';
import type { Computer } from '@zo/compute/operator/resources';
import { clusterWithCharts, computerIn, computerObject, operatorOf } from '../../../services/compute/test/operator/cluster.js';
import type { Cluster } from '../../cluster/cluster.js';
import { kubectl } from '../../cluster/paths.mjs';
import { buildPlugin } from '../build.mjs';
import { addRoutes, startNameServer } from './names.js';

const node = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));
const SOON = 30_000;
/** One of each role. Who drains nodes has a right besides that is the cluster's to give. */
export const PEOPLE = ['zo-viewer', 'zo-support', 'zo-operator', 'drainer'] as const;
export type Person = (typeof PEOPLE)[number];

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const bound = (person: string, role: string) => ({
  ...rbac, kind: 'ClusterRoleBinding', metadata: { name: `test-${person}-${role}` },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role }, subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: person }],
});
const cordon = { ...rbac, kind: 'ClusterRole', metadata: { name: 'cordon' }, rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get', 'patch'] }] };

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Installation {
  readonly cluster: Cluster;
  /** A command line of a shell, as somebody types it. */
  type(person: Person, line: string): Promise<Ran>;
  computer(handle: string): Promise<Computer>;
  /** Makes a computer and waits until it is what it is to be. */
  add(handle: string, spec?: Partial<Computer['spec']>): Promise<Computer>;
  becomes(handle: string, phase: string): Promise<void>;
  /** Has the API of measurements tell of these computers' processor and memory. */
  measure(usage: Readonly<Record<string, readonly [cpu: string, memory: string]>>): Promise<void>;
  /** Has the release found by names at a gateway at 203.0.113.7; answers the name server that knows these. */
  routes(names: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Where a metrics-server would answer: the API server itself, with what it was given. */
const measurements = {
  apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition',
  metadata: { name: 'pods.metrics.k8s.io', annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests only' } },
  spec: {
    group: 'metrics.k8s.io', scope: 'Namespaced', names: { kind: 'PodMetrics', plural: 'pods', singular: 'pod' },
    versions: [{ name: 'v1beta1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } }],
  },
};
const measurement = (name: string, usage: { cpu: string; memory: string }) => ({
  apiVersion: 'metrics.k8s.io/v1beta1', kind: 'PodMetrics', metadata: { name, namespace: 'computers-00', labels: { 'compute.zo.internal/computer': name } }, containers: [{ name: 'agent', usage }],
});

export async function startInstallation(): Promise<Installation> {
  const [cluster, plugin] = await Promise.all([clusterWithCharts(PEOPLE), buildPlugin()]);
  await cluster.apply(cordon, ...['zo-viewer', 'zo-support', 'zo-operator'].map((role) => bound(role, role)), bound('drainer', 'zo-operator'), bound('drainer', 'cordon'));
  const operator = await operatorOf(cluster);
  operator.start();
  await eventually(() => operator.isLeader, SOON);
  const PATH = [plugin, dirname(kubectl), node, process.env['PATH']].join(':');
  const computer = async (handle: string) => (await computerIn(cluster, handle))!;
  const becomes = async (handle: string, phase: string) => void (await eventually(async () => (await computer(handle)).status?.phase === phase, SOON));
  const stops: (() => Promise<void>)[] = [];
  return {
    cluster, computer, becomes,
    async type(person, line) {
      const child = spawn('bash', ['-c', line], { env: { PATH, KUBECONFIG: cluster.kubeconfig(person), HOME: join(plugin, 'nobody') }, stdio: ['ignore', 'pipe', 'pipe'] });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit') as Promise<[number]>]);
      return { code, out, err };
    },
    async add(handle, spec = {}) {
      await cluster.apply(computerObject(handle, { operatingMode: 'Running', ...spec }));
      await becomes(handle, (spec.operatingMode ?? 'Running') === 'Running' ? 'Running' : 'Suspended');
      return computer(handle);
    },
    async measure(usage) {
      await cluster.apply(measurements);
      await cluster.kubectl(['wait', '--for=condition=Established', 'crd/pods.metrics.k8s.io', '--timeout=20s']);
      const objects = Object.entries(usage).map(([name, [cpu, memory]]) => measurement(name, { cpu, memory }));
      await eventually(async () => (await cluster.apply(...objects), true), SOON);
    },
    async routes(names) {
      await addRoutes(cluster);
      const server = await startNameServer(names);
      stops.push(() => server.stop());
      return server.address;
    },
    async stop() {
      for (const stop of stops) await stop();
      await operator.close();
      await cluster.stop();
    },
  };
}
