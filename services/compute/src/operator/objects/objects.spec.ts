import { describe, expect, it } from '@jest/globals';
import { computerOf, IMAGES, PLAN } from '../../../test/operator/world.js';
import { podOf } from './pod.js';
import { shardOf, shards } from './shard.js';
import { claimOf, secretOf } from './volume.js';

const userId = computerOf().spec.userId;
const labels = {
  'app.kubernetes.io/name': 'computer',
  'app.kubernetes.io/managed-by': 'zo-compute',
  'compute.zo.internal/computer': 'c-1',
  'compute.zo.internal/user': userId,
  'compute.zo.internal/plan': 'free',
};
const ownerReferences = [
  {
    apiVersion: 'compute.zo.internal/v1alpha1',
    kind: 'Computer',
    name: 'c-1',
    uid: 'computer-1',
    controller: true,
    blockOwnerDeletion: true,
  },
];

describe('objects of a computer', () => {
  it('S10 PC-01 the pod is restricted, has no permissions in the cluster, and gets one token, for compute', () => {
    expect(podOf(computerOf(), PLAN, { image: IMAGES.Stable })).toEqual({
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
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          runAsGroup: 1000,
          fsGroup: 1000,
          fsGroupChangePolicy: 'OnRootMismatch',
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [
          {
            name: 'agent',
            image: IMAGES.Stable,
            ports: [{ name: 'agent', containerPort: 7070 }],
            env: [
              { name: 'ZO_HOME', value: '/home/ada' },
              { name: 'ZO_HANDLE', value: 'ada' },
              { name: 'NPM_CONFIG_PREFIX', value: '/home/ada/.local' },
              { name: 'ZO_AGENT_PORT', value: '7070' },
              { name: 'ZO_AGENT_INSTANCE', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
              { name: 'ZO_AGENT_SECRET', valueFrom: { secretKeyRef: { name: 'c-1-agent', key: 'token' } } },
            ],
            resources: {
              requests: { cpu: '100m', memory: '256Mi', 'ephemeral-storage': '0' },
              limits: { cpu: '2', memory: '2Gi', 'ephemeral-storage': '4Gi' },
            },
            securityContext: {
              runAsNonRoot: true,
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            startupProbe: { tcpSocket: { port: 'agent' }, periodSeconds: 1, failureThreshold: 120 },
            readinessProbe: { tcpSocket: { port: 'agent' }, periodSeconds: 5 },
            volumeMounts: [
              { name: 'home', mountPath: '/home/ada' },
              { name: 'tmp', mountPath: '/tmp' },
              { name: 'platform', mountPath: '/run/zo/platform', readOnly: true },
            ],
          },
        ],
        volumes: [
          { name: 'home', persistentVolumeClaim: { claimName: 'c-1-home' } },
          { name: 'tmp', emptyDir: { sizeLimit: '4Gi' } },
          {
            name: 'platform',
            projected: {
              sources: [{ serviceAccountToken: { audience: 'compute', expirationSeconds: 3600, path: 'token' } }],
            },
          },
        ],
      },
    });
    expect(
      podOf(computerOf(), { ...PLAN, spec: { ...PLAN.spec, runtimeClassName: 'gvisor' } }, { image: 'x' }).spec!
        .runtimeClassName,
    ).toBe('gvisor');
    const registrationUrl = 'http://zo-compute.zo.svc:8083/registrations';
    const { env } = podOf(computerOf(), PLAN, { image: 'x', registrationUrl }).spec!.containers[0]!;
    // Older images of computers know only the second name.
    for (const name of ['ZO_REGISTRATION_URL', 'ZO_HELLO_URL'])
      expect(env).toContainEqual({ name, value: registrationUrl });
  });

  it('PC-01 one pod at a time mounts the volume, which has no owner, so that nothing collects it', () => {
    expect(claimOf(computerOf(), PLAN)).toEqual({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c-1-home', namespace: 'computers-00', labels },
      spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '10Gi' } } },
    });
    const own = claimOf(computerOf({ storage: { size: '50Gi', className: 'fast' } }), PLAN);
    expect(own.spec).toMatchObject({ storageClassName: 'fast', resources: { requests: { storage: '50Gi' } } });
  });

  it('S10 the secret of an agent is owned by its computer', () => {
    expect(secretOf(computerOf(), 'abc')).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: 'c-1-agent', namespace: 'computers-00', labels, ownerReferences },
      stringData: { token: 'abc' },
    });
  });
});

describe('objects of a shard', () => {
  it('PC-01 a user’s namespace is computed from the user id, evenly', () => {
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
});
