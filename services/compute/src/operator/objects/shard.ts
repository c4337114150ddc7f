import type { V1Namespace, V1NetworkPolicy, V1ServiceAccount } from '@kubernetes/client-node';
import { createHash } from 'node:crypto';
import { AGENT_PORT, SERVICE_ACCOUNT } from './pod.js';
import { LABEL } from './resources.js';

const SHARDS = 16;
/** Addresses of machines and of the cluster, not of the internet. */
const INSIDE_V4 = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', '127.0.0.0/8', '0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4'];
const INSIDE_V6 = ['fc00::/7', 'fe80::/10', '::1/128', '64:ff9b::/96', 'ff00::/8'];
const SMTP = 25;

export const shards = (prefix: string): string[] => Array.from({ length: SHARDS }, (_, index) => `${prefix}-${String(index).padStart(2, '0')}`);

/** The namespace of a person's computer: a function of who it is, so nobody has to remember it. */
export function shardOf(prefix: string, userId: string): string {
  return shards(prefix)[createHash('sha256').update(userId).digest()[0]! % SHARDS]!;
}

export const namespaceOf = (name: string): V1Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'app.kubernetes.io/managed-by': 'zo-compute', 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/enforce-version': 'latest' } },
});

/** Without any right; exists so that a token with compute as its audience can be given to pods. */
export const serviceAccountOf = (namespace: string): V1ServiceAccount => ({
  apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: SERVICE_ACCOUNT, namespace }, automountServiceAccountToken: false,
});

/**
 * One policy for all computers of a namespace: in from the platform to the agent's port only; out to the internet only,
 * never to other computers, nodes, the cluster or the cloud's metadata, and not as a sender of mail; names from the cluster's resolver.
 */
export function networkPolicyOf(namespace: string, platformNamespace: string): V1NetworkPolicy {
  const everyPortButMail = [{ protocol: 'TCP', port: 1, endPort: SMTP - 1 }, { protocol: 'TCP', port: SMTP + 1, endPort: 65_535 }, { protocol: 'UDP', port: 1, endPort: 65_535 }];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'computers', namespace },
    spec: {
      podSelector: { matchExpressions: [{ key: LABEL.computer, operator: 'Exists' }] },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{
        _from: [{
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': platformNamespace } },
          podSelector: { matchLabels: { 'compute.zo.internal/may-call-agents': 'true' } },
        }],
        ports: [{ protocol: 'TCP', port: AGENT_PORT }],
      }],
      egress: [
        { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: INSIDE_V4 } }, { ipBlock: { cidr: '::/0', except: INSIDE_V6 } }], ports: everyPortButMail },
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
          ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }],
        },
      ],
    },
  };
}
