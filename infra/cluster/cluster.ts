/**
 * A real Kubernetes control plane (etcd, API server, controller manager, scheduler) of plain processes, with nodes that kwok
 * plays: what the API server admits, stores and schedules is real; containers are not run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../engines/ports.js';
import { type Engine, engineFolder, startEngine } from '../engines/runner.js';
import { command } from './command.js';
import { controlPlane, helm, kubectl } from './paths.mjs';

const READY_MS = 60_000;

export interface Cluster {
  readonly apiserver: Engine;
  /** What plays the kubelets of all nodes: frozen, no pod begins or ends. */
  readonly kubelets: Engine;
  /** File of what every container has said. */
  readonly podLog: string;
  /** A kubeconfig file of a user of the cluster. */
  kubeconfig(user?: string): string;
  /** A kubeconfig file of a service account, whose namespace is before the colon: as its pods see the cluster. */
  accountKubeconfig(account: `${string}:${string}`): Promise<string>;
  /** Runs kubectl and answers its output. @throws Error with what it said */
  kubectl(args: readonly string[], options?: { readonly user?: string; readonly input?: string }): Promise<string>;
  helm(...args: readonly string[]): Promise<string>;
  /** Applies objects, given as they are. */
  apply(...objects: readonly object[]): Promise<void>;
  /** Resolves when the API server answers. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Besides `admin`; what they may do is up to the test. */
  readonly users?: readonly string[];
  readonly nodes?: number;
  /** False: volumes are the test's business, because those who bind them here do so one after the other. */
  readonly bindsVolumes?: boolean;
  /** What asks nobody but the API server, done while the others start. */
  readonly meanwhile?: (cluster: Cluster) => Promise<void>;
}

/** @throws when a part does not start */
export async function startCluster({
  users = [],
  nodes = 2,
  bindsVolumes = true,
  meanwhile,
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = engineFolder('cluster');
  const ports = await freePorts(6);
  const started: Engine[] = [];
  // etcd last: an API server without it hangs for a minute.
  const stop = async () => {
    for (const engine of started.reverse()) await engine.kill();
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
      await cluster.furnish(nodes, bindsVolumes ? 'kwok-volume' : 'test-volume');
    };
    const [begun, done] = await Promise.allSettled([others(), meanwhile?.(cluster)]);
    for (const outcome of [begun, done]) if (outcome.status === 'rejected') throw outcome.reason;
    return cluster;
  } catch (error) {
    await stop();
    throw error;
  }
}

const podLog = (folder: string) => join(folder, 'pods.log');
const program = (name: string) => join(controlPlane(), name);

function makeKeys(folder: string, users: readonly string[]): void {
  execFileSync('openssl', [
    'genpkey',
    '-quiet',
    '-algorithm',
    'RSA',
    '-pkeyopt',
    'rsa_keygen_bits:2048',
    '-out',
    join(folder, 'accounts.key'),
  ]);
  execFileSync('openssl', [
    'pkey',
    '-in',
    join(folder, 'accounts.key'),
    '-pubout',
    '-out',
    join(folder, 'accounts.pub'),
  ]);
  const lines = ['admin-token,admin,admin,"system:masters"', ...users.map((user) => `${user}-token,${user},${user}`)];
  writeFileSync(join(folder, 'tokens.csv'), `${lines.join('\n')}\n`);
}

/** Every part keeps its files in the folder of the cluster, which goes with etcd, the last to be stopped. */
function etcd(folder: string, [client, peer]: readonly number[]) {
  const [clients, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const command = [
    program('etcd'),
    `--data-dir=${folder}/etcd`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
  return { name: 'etcd', folder, command, ready: client!, end: 'SIGKILL' as const };
}

function apiServer(folder: string, ports: readonly number[]) {
  const command = [
    program('kube-apiserver'),
    `--etcd-servers=http://127.0.0.1:${ports[0]}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--secure-port=${ports[2]}`,
    `--cert-dir=${folder}/certs`,
    '--service-cluster-ip-range=10.96.0.0/16',
    `--token-auth-file=${folder}/tokens.csv`,
    '--authorization-mode=Node,RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${folder}/accounts.pub`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    '--endpoint-reconciler-type=none',
    '--kubelet-preferred-address-types=InternalIP',
  ];
  return { name: 'kube-apiserver', folder, command, ready: ports[2]!, end: 'SIGKILL' as const };
}

const client = (kubeconfig: string) => [
  `--kubeconfig=${kubeconfig}`,
  `--authentication-kubeconfig=${kubeconfig}`,
  `--authorization-kubeconfig=${kubeconfig}`,
  '--bind-address=127.0.0.1',
  '--leader-elect=false',
];

function controllerManager(folder: string, kubeconfig: string, ports: readonly number[]) {
  const keys = [
    `--service-account-private-key-file=${folder}/accounts.key`,
    `--root-ca-file=${folder}/certs/apiserver.crt`,
  ];
  const command = [
    program('kube-controller-manager'),
    ...client(kubeconfig),
    `--secure-port=${ports[3]}`,
    ...keys,
    '--kube-api-qps=200',
    '--kube-api-burst=400',
  ];
  return { name: 'kube-controller-manager', folder, command, ready: ports[3]!, end: 'SIGKILL' as const };
}

function scheduler(folder: string, kubeconfig: string, ports: readonly number[]) {
  const command = [
    program('kube-scheduler'),
    ...client(kubeconfig),
    `--secure-port=${ports[4]}`,
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ];
  return { name: 'kube-scheduler', folder, command, ready: ports[4]!, end: 'SIGKILL' as const };
}

function kwok(folder: string, kubeconfig: string, [, , , , , port]: readonly number[]) {
  const nodes = [
    '--manage-all-nodes=true',
    '--node-lease-duration-seconds=40',
    '--cidr=10.244.0.0/16',
    '--node-ip=127.0.0.1',
    `--node-port=${port}`,
  ];
  const server = [
    `--server-address=127.0.0.1:${port}`,
    `--tls-cert-file=${folder}/certs/apiserver.crt`,
    `--tls-private-key-file=${folder}/certs/apiserver.key`,
  ];
  // Whichever pod is asked for its log, it is this one.
  const log = {
    apiVersion: 'kwok.x-k8s.io/v1alpha1',
    kind: 'ClusterLogs',
    metadata: { name: 'all' },
    spec: { logs: [{ logsFile: podLog(folder), follow: true }] },
  };
  writeFileSync(podLog(folder), '');
  writeFileSync(join(folder, 'kwok-logs.yaml'), JSON.stringify(log));
  const command = [
    program('kwok'),
    `--kubeconfig=${kubeconfig}`,
    `--config=${program('kwok-stages.yaml')}`,
    `--config=${folder}/kwok-logs.yaml`,
    ...nodes,
    ...server,
  ];
  return { name: 'kwok', folder, command, ready: /./, end: 'SIGKILL' as const };
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
    // Written once: another command may be reading it.
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

  /** Nodes, and the class of volumes; kwok binds those of a class that it knows by its name. */
  async furnish(nodes: number, storageClass: string): Promise<void> {
    // Made by the controller manager: pods are refused without it.
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
