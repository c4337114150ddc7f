/**
 * A real Kubernetes control plane (etcd, API server, controller manager, scheduler) as plain processes, with nodes that
 * kwok simulates: admission, storage and scheduling are real; containers do not run.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../engines/ports.js';
import type { Engine } from '../engines/engine.js';
import { engineFolder, startEngine } from '../engines/runner.js';
import { command } from './command.js';
import { helm, kubectl } from './paths.mjs';
import { apiServer, controllerManager, etcd, kwok, makeKeys, podLog, scheduler } from './processes.js';

const READY_MS = 60_000;

export interface Cluster {
  readonly apiserver: Engine;
  /** kwok, which simulates all kubelets: while it is frozen, no pod starts or ends. */
  readonly kubelets: Engine;
  /** File with the log output of every container. */
  readonly podLog: string;
  /** A kubeconfig file of a user of the cluster. */
  kubeconfig(user?: string): string;
  /** A kubeconfig file of a service account, given as `namespace:name`: the access that its pods have. */
  accountKubeconfig(account: `${string}:${string}`): Promise<string>;
  /** Runs kubectl and returns its output. @throws Error with its error output */
  kubectl(args: readonly string[], options?: { readonly user?: string; readonly input?: string }): Promise<string>;
  helm(...args: readonly string[]): Promise<string>;
  /** Applies the given objects unchanged. */
  apply(...objects: readonly object[]): Promise<void>;
  /** Resolves when the API server answers. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Users besides `admin`; the test grants their permissions. */
  readonly users?: readonly string[];
  readonly nodes?: number;
  /** False: the test binds the volumes itself, because kwok binds them one after the other. */
  readonly bindsVolumes?: boolean;
  /** Setup that needs only the API server, done while the other processes start. */
  readonly duringStart?: (cluster: Cluster) => Promise<void>;
}

/** @throws when a process does not start */
export async function startCluster({
  users = [],
  nodes = 2,
  bindsVolumes = true,
  duringStart: meanwhile,
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = engineFolder('cluster');
  const ports = await freePorts(6);
  const started: Engine[] = [];
  // Stop etcd last: an API server without it hangs for a minute.
  const stop = async () => {
    for (const engine of started.toReversed()) await engine.kill();
    for (const engine of started) await engine.stop();
  };
  try {
    makeKeys(folder, users);
    started.push(await startEngine(etcd(folder, ports)));
    const apiserver = await startEngine(apiServer(folder, ports));
    started.push(apiserver);
    const cluster = new ControlPlane(folder, ports[2]!, { apiserver, stop });
    await cluster.ready();
    const manager = controllerManager(folder, cluster.kubeconfig(), ports);
    if (!bindsVolumes) manager.command.push('--controllers=*,-persistentvolume-binder-controller');
    const others = async () => {
      const parts = await Promise.all(
        [kwok(folder, cluster.kubeconfig(), ports), manager, scheduler(folder, cluster.kubeconfig(), ports)].map(
          startEngine,
        ),
      );
      started.push(...parts);
      cluster.kubelets = parts[0]!;
      await cluster.createNodes(nodes, bindsVolumes ? 'kwok-volume' : 'test-volume');
    };
    const [begun, done] = await Promise.allSettled([others(), meanwhile?.(cluster)]);
    for (const outcome of [begun, done]) if (outcome.status === 'rejected') throw outcome.reason;
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

class ControlPlane implements Cluster {
  readonly apiserver: Engine;
  readonly podLog: string;
  kubelets!: Engine;
  readonly stop: () => Promise<void>;

  constructor(
    private readonly folder: string,
    private readonly port: number,
    parts: { apiserver: Engine; stop: () => Promise<void> },
  ) {
    this.apiserver = parts.apiserver;
    this.podLog = podLog(folder);
    this.stop = parts.stop;
  }

  kubeconfig(user = 'admin'): string {
    return this.kubeconfigFile(user, `${user}-token`);
  }

  async accountKubeconfig(account: `${string}:${string}`): Promise<string> {
    const [namespace, name] = account.split(':') as [string, string];
    return this.kubeconfigFile(
      `${namespace}-${name}`,
      (await this.kubectl(['create', 'token', name, `--namespace=${namespace}`])).trim(),
    );
  }

  private kubeconfigFile(user: string, token: string): string {
    const file = join(this.folder, `${user}.kubeconfig`);
    // Written only once: another kubectl may be reading it.
    if (existsSync(file)) return file;
    const server = {
      server: `https://127.0.0.1:${this.port}`,
      'certificate-authority': join(this.folder, 'certs/apiserver.crt'),
    };
    writeFileSync(
      file,
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'test',
        clusters: [{ name: 'test', cluster: server }],
        users: [{ name: user, user: { token } }],
        contexts: [{ name: 'test', context: { cluster: 'test', user } }],
      }),
    );
    return file;
  }

  kubectl(args: readonly string[], { user, input = '' }: { user?: string; input?: string } = {}): Promise<string> {
    return command(kubectl, [`--kubeconfig=${this.kubeconfig(user)}`, ...args], { input });
  }

  helm(...args: readonly string[]): Promise<string> {
    return command(helm, [`--kubeconfig=${this.kubeconfig()}`, ...args]);
  }

  async apply(...objects: readonly object[]): Promise<void> {
    await this.kubectl(['apply', '--server-side', '-f', '-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    });
  }

  async ready(): Promise<void> {
    await until(() => this.kubectl(['get', '--raw', '/readyz']));
  }

  /** Creates the nodes and the storage class; kwok binds volumes of the class with this name. */
  async createNodes(nodes: number, storageClass: string): Promise<void> {
    // The controller manager creates this account; without it the API server refuses pods.
    await until(() => this.kubectl(['get', 'serviceaccount', 'default', '--namespace=default']));
    const node = (index: number) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `node-${index}`, labels: { 'kubernetes.io/hostname': `node-${index}` } },
    });
    await this.apply(...Array.from({ length: nodes }, (_, index) => node(index)), {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: storageClass, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kwok.x-k8s.io/volume',
      volumeBindingMode: 'WaitForFirstConsumer',
      allowVolumeExpansion: true,
    });
  }
}

async function until<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + READY_MS; ; await delay(50)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
