import { describe, expect, it } from '@jest/globals';
import { computerOf, IMAGES, PLAN } from '../../../test/operator/world.js';
import { podOf } from './pod.js';
import { namespaceOf, networkPolicyOf, serviceAccountOf, shardOf, shards } from './shard.js';
import { claimOf, secretOf } from './volume.js';

const userId = computerOf().spec.userId;
const labels = {
  'app.kubernetes.io/name': 'computer', 'app.kubernetes.io/managed-by': 'zo-compute',
  'compute.zo.internal/computer': 'c-1', 'compute.zo.internal/user': userId, 'compute.zo.internal/plan': 'free',
};
const ownerReferences = [{ apiVersion: 'compute.zo.internal/v1alpha1', kind: 'Computer', name: 'c-1', uid: 'computer-1', controller: true, blockOwnerDeletion: true }];

describe('objects of a computer', () => {
  it('S10 PC-01 the pod may do nothing but be the computer: restricted, without a right in the cluster, one token for compute', () => {
    expect(podOf(computerOf(), PLAN, IMAGES.Stable)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'c-1', namespace: 'computers-00', labels, ownerReferences },
      spec: {
        hostname: 'ada',
        restartPolicy: 'Never',
        serviceAccountName: 'computer',
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 60,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000, fsGroupChangePolicy: 'OnRootMismatch', seccompProfile: { type: 'RuntimeDefault' } },
        containers: [{
          name: 'agent',
          image: IMAGES.Stable,
          ports: [{ name: 'agent', containerPort: 7070 }],
          env: [
            { name: 'ZO_HOME', value: '/home/ada' },
            { name: 'ZO_HANDLE', value: 'ada' },
            { name: 'ZO_AGENT_PORT', value: '7070' },
            { name: 'ZO_AGENT_TOKEN', valueFrom: { secretKeyRef: { name: 'c-1-agent', key: 'token' } } },
          ],
          resources: { requests: { cpu: '100m', memory: '256Mi' }, limits: { cpu: '2', memory: '2Gi' } },
          securityContext: { runAsNonRoot: true, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
          startupProbe: { tcpSocket: { port: 'agent' }, periodSeconds: 1, failureThreshold: 120 },
          readinessProbe: { tcpSocket: { port: 'agent' }, periodSeconds: 5 },
          volumeMounts: [{ name: 'home', mountPath: '/home/ada' }, { name: 'tmp', mountPath: '/tmp' }, { name: 'platform', mountPath: '/run/zo/platform', readOnly: true }],
        }],
        volumes: [
          { name: 'home', persistentVolumeClaim: { claimName: 'c-1-home' } },
          { name: 'tmp', emptyDir: {} },
          { name: 'platform', projected: { sources: [{ serviceAccountToken: { audience: 'compute', expirationSeconds: 3600, path: 'token' } }] } },
        ],
      },
    });
    expect(podOf(computerOf(), { ...PLAN, spec: { ...PLAN.spec, runtimeClassName: 'gvisor' } }, 'x').spec!.runtimeClassName).toBe('gvisor');
  });

  it('PC-01 the volume is one pod’s at a time and has no owner, so that nothing collects it', () => {
    expect(claimOf(computerOf(), PLAN)).toEqual({
      apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'c-1-home', namespace: 'computers-00', labels },
      spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '10Gi' } } },
    });
    const own = claimOf(computerOf({ storage: { size: '50Gi', className: 'fast' } }), PLAN);
    expect(own.spec).toMatchObject({ storageClassName: 'fast', resources: { requests: { storage: '50Gi' } } });
  });

  it('S10 the secret of an agent belongs to its computer', () => {
    expect(secretOf(computerOf(), 'abc')).toEqual({
      apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: { name: 'c-1-agent', namespace: 'computers-00', labels, ownerReferences }, stringData: { token: 'abc' },
    });
  });
});

describe('objects of a shard', () => {
  it('PC-01 a person’s namespace follows from who it is, evenly', () => {
    expect(shards('computers')).toHaveLength(16);
    expect(shardOf('computers', userId)).toBe(shardOf('computers', userId));
    const counts = new Map<string, number>();
    for (let index = 0; index < 16_000; index++) {
      const shard = shardOf('computers', `person-${index}`);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(shards('computers'));
    expect(Math.min(...counts.values())).toBeGreaterThan(850);
  });

  it('S10 a namespace of computers takes restricted pods only, and its service account may nothing', () => {
    expect(namespaceOf('computers-00').metadata).toEqual({
      name: 'computers-00',
      labels: { 'app.kubernetes.io/managed-by': 'zo-compute', 'pod-security.kubernetes.io/enforce': 'restricted', 'pod-security.kubernetes.io/enforce-version': 'latest' },
    });
    expect(serviceAccountOf('computers-00')).toEqual({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'computer', namespace: 'computers-00' }, automountServiceAccountToken: false });
  });

  it('S3 S10 computers reach the internet and the resolver, and are reached by the platform at the agent’s port', () => {
    expect(networkPolicyOf('computers-00', 'zo')).toEqual({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'computers', namespace: 'computers-00' },
      spec: {
        podSelector: { matchExpressions: [{ key: 'compute.zo.internal/computer', operator: 'Exists' }] },
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{
          _from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'zo' } }, podSelector: { matchLabels: { 'compute.zo.internal/may-call-agents': 'true' } } }],
          ports: [{ protocol: 'TCP', port: 7070 }],
        }],
        egress: [
          {
            to: [
              { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '169.254.0.0/16', '127.0.0.0/8', '0.0.0.0/8', '224.0.0.0/4', '240.0.0.0/4'] } },
              { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10', '::1/128', '64:ff9b::/96', 'ff00::/8'] } },
            ],
            ports: [{ protocol: 'TCP', port: 1, endPort: 24 }, { protocol: 'TCP', port: 26, endPort: 65_535 }, { protocol: 'UDP', port: 1, endPort: 65_535 }],
          },
          {
            to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } }, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
            ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }],
          },
        ],
      },
    });
  });
});
