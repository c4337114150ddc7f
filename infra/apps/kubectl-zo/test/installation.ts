/** Computers run by the operator on a real control plane, and users with the chart's roles who type `kubectl zo`. */
import { eventually } from '@zo/testing';
import { API_VERSION, type Computer, GROUP, VERSION } from '@zo/compute/operator/resources';
import { connectKube } from '@zo/kube';
import { Changes } from '../../../../services/compute/src/driver/changes.js';
import type { AdministratorChange } from '../../../../services/compute/src/driver/computer.driver.js';
import type { OperatorOptions } from '../../../../services/compute/src/operator/run/operator.js';
import { Informer } from '../../../../services/compute/src/operator/run/informer.js';
import {
  clusterWithCharts,
  computerIn,
  computerObject,
  operatorOf,
} from '../../../../services/compute/test/operator/cluster.js';
import type { Cluster } from '../../../testing/cluster/cluster.js';
import { buildPlugin } from '../build.mjs';
import { addRoutes, startNameServer, upgradeChart } from './names.js';
import { PEOPLE, rolesOfPeople, type Typing, typing } from './people.js';

export interface Installation {
  readonly cluster: Cluster;
  /** Changes that compute was told to audit; with `refuses` set, auditing fails. */
  readonly audited: AdministratorChange[] & { refuses?: boolean };
  readonly type: Typing;
  computer(handle: string): Promise<Computer>;
  /** Creates a computer and waits until it has reached its wanted phase. */
  add(handle: string, spec?: Partial<Computer['spec']>): Promise<Computer>;
  becomes(handle: string, phase: string): Promise<void>;
  /** Makes the metrics API report this CPU and memory for these computers. */
  measure(usage: Readonly<Record<string, readonly [cpu: string, memory: string]>>): Promise<void>;
  /** Upgrades the release with these arguments. */
  upgrade(...args: readonly string[]): Promise<void>;
  /** Gives the release routes at a gateway at 203.0.113.7; returns the name server that resolves these names. */
  routes(names: Readonly<Record<string, string>>): Promise<string>;
  stop(): Promise<void>;
}

/** Replaces a metrics-server: the API server itself returns the objects it was given. */
const measurements = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'pods.metrics.k8s.io',
    annotations: { 'api-approved.kubernetes.io': 'unapproved, for tests only' },
  },
  spec: {
    group: 'metrics.k8s.io',
    scope: 'Namespaced',
    names: { kind: 'PodMetrics', plural: 'pods', singular: 'pod' },
    versions: [
      {
        name: 'v1beta1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const measurement = (name: string, usage: { cpu: string; memory: string }) => ({
  apiVersion: 'metrics.k8s.io/v1beta1',
  kind: 'PodMetrics',
  metadata: { name, namespace: 'computers-00', labels: { 'compute.zo.internal/computer': name } },
  containers: [{ name: 'agent', usage }],
});

/** The part of compute that audits changes made by hand, with compute's permissions. */
async function followChanges(cluster: Cluster, audited: Installation['audited']): Promise<Informer<Computer>> {
  const kube = connectKube(await cluster.accountKubeconfig('zo:zo-compute'));
  const changes: Changes = new Changes({
    kube,
    latest: ({ metadata }) => informer.get(metadata.name, metadata.namespace),
    changedByAdministrator: async (computer) => {
      if (audited.refuses) throw new Error('no database');
      if (!audited.some(({ change }) => change === computer.change)) audited.push(computer);
    },
  });
  const list = () => kube.custom.listClusterCustomObject({ group: GROUP, version: VERSION, plural: 'computers' });
  const informer: Informer<Computer> = new Informer<Computer>(kube, {
    path: `/apis/${API_VERSION}/computers`,
    list,
    relistMs: 600_000,
    onChange: (computer) => changes.check(computer),
  });
  await informer.start();
  return informer;
}

export async function startInstallation(options: Partial<OperatorOptions> = {}): Promise<Installation> {
  const [cluster, plugin] = await Promise.all([clusterWithCharts(PEOPLE), buildPlugin()]);
  await cluster.apply(...rolesOfPeople);
  const operator = await operatorOf(cluster, options);
  operator.start();
  const audited: Installation['audited'] = [];
  const informer = await followChanges(cluster, audited);
  await eventually(() => operator.isLeader);
  const computer = async (handle: string) => (await computerIn(cluster, handle))!;
  const becomes = async (handle: string, phase: string) =>
    void (await eventually(async () => (await computer(handle)).status?.phase === phase));
  const stops: (() => Promise<void>)[] = [];
  return {
    cluster,
    audited,
    computer,
    becomes,
    type: typing((person) => cluster.kubeconfig(person), plugin),
    async add(handle, spec = {}) {
      await cluster.apply(computerObject(handle, { operatingMode: 'Running', ...spec }));
      await becomes(handle, (spec.operatingMode ?? 'Running') === 'Running' ? 'Running' : 'Suspended');
      return computer(handle);
    },
    async measure(usage) {
      await cluster.apply(measurements);
      await cluster.kubectl(['wait', '--for=condition=Established', 'crd/pods.metrics.k8s.io', '--timeout=20s']);
      const objects = Object.entries(usage).map(([name, [cpu, memory]]) => measurement(name, { cpu, memory }));
      await eventually(async () => (await cluster.apply(...objects), true));
    },
    upgrade: (...args) => upgradeChart(cluster, ...args),
    async routes(names) {
      await addRoutes(cluster);
      const server = await startNameServer(names);
      stops.push(() => server.stop());
      return server.address;
    },
    async stop() {
      for (const stop of stops) await stop();
      informer.close();
      await operator.close();
      await cluster.stop();
    },
  };
}
