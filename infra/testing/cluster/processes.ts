/**
 * Start commands of the control plane's processes. All use the folder of the cluster, which is removed with etcd, the
 * last to stop.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { controlPlane } from './paths.mjs';

/** File with the log output of every container. */
export const podLog = (folder: string) => join(folder, 'pods.log');
/** Go collects garbage less often, so that the processes need a third less processor time, for memory. */
const env = { GOGC: '400' };
const program = (name: string) => join(controlPlane(), name);

/** Creates the key of service accounts, and a token for each user. */
export function makeKeys(folder: string, users: readonly string[]): void {
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

export function etcd(folder: string, [client, peer]: readonly number[]) {
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
  return { name: 'etcd', folder, command, env, ready: client!, end: 'SIGKILL' as const };
}

export function apiServer(folder: string, ports: readonly number[]) {
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
  return { name: 'kube-apiserver', folder, command, env, ready: ports[2]!, end: 'SIGKILL' as const };
}

const client = (kubeconfig: string) => [
  `--kubeconfig=${kubeconfig}`,
  `--authentication-kubeconfig=${kubeconfig}`,
  `--authorization-kubeconfig=${kubeconfig}`,
  '--bind-address=127.0.0.1',
  '--leader-elect=false',
];

export function controllerManager(folder: string, kubeconfig: string, ports: readonly number[]) {
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
  return { name: 'kube-controller-manager', folder, command, env, ready: ports[3]!, end: 'SIGKILL' as const };
}

export function scheduler(folder: string, kubeconfig: string, ports: readonly number[]) {
  const command = [
    program('kube-scheduler'),
    ...client(kubeconfig),
    `--secure-port=${ports[4]}`,
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ];
  return { name: 'kube-scheduler', folder, command, env, ready: ports[4]!, end: 'SIGKILL' as const };
}

export function kwok(folder: string, kubeconfig: string, [, , , , , port]: readonly number[]) {
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
  // Every pod has the same log file.
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
  return { name: 'kwok', folder, command, env, ready: /./, end: 'SIGKILL' as const };
}
