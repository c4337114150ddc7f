import type { V1Pod } from '@kubernetes/client-node';
import {
  API_VERSION,
  type Computer,
  LABEL,
  type OwnerReference,
  type Plan,
  podName,
  secretName,
  volumeOf,
} from './resources.js';

export const AGENT_PORT = 7070;
export const SERVICE_ACCOUNT = 'computer';
/** Audience of the pod's token: no other service, and not the API server, accepts it. */
export const AUDIENCE = 'compute';
const UID = 1_000;
/** Limit on the node's shared disk: a pod that uses more is evicted. Nothing is requested, because few pods use it. */
const SCRATCH = '4Gi';
/** Time for the agent to quiesce: the user's hook 8 s, their programs 4 s, the disk. */
const GRACE_SECONDS = 60;
const TOKEN_SECONDS = 3_600;
/** Longer than it takes to attach a volume and to scan a large home. */
const START_TRIES = 120;

export const ownedBy = ({ metadata }: Computer): OwnerReference => ({
  apiVersion: API_VERSION,
  kind: 'Computer',
  name: metadata.name,
  uid: metadata.uid!,
  controller: true,
  blockOwnerDeletion: true,
});

export const labelsOf = ({ metadata, spec }: Computer): Record<string, string> => ({
  'app.kubernetes.io/name': 'computer',
  'app.kubernetes.io/managed-by': 'zo-compute',
  [LABEL.computer]: metadata.name,
  [LABEL.user]: spec.userId,
  [LABEL.plan]: spec.planRef.name,
});

export interface AgentOptions {
  readonly image: string;
  /** URL where the agent registers; without it it does not. */
  readonly registrationUrl?: string;
}

/**
 * The pod of a computer. It meets the "restricted" pod security standard; its only credential of the cluster is a token
 * for compute.
 */
export function podOf(computer: Computer, plan: Plan, agent: AgentOptions): V1Pod {
  const { handle } = computer.spec;
  const { runtimeClassName } = plan.spec;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: podName(computer.metadata.name),
      namespace: computer.metadata.namespace,
      labels: labelsOf(computer),
      ownerReferences: [ownedBy(computer)],
    },
    spec: {
      hostname: handle,
      // The operator replaces a pod that ended, because it knows of holds and plans; the kubelet does not.
      restartPolicy: 'Never',
      serviceAccountName: SERVICE_ACCOUNT,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: GRACE_SECONDS,
      ...(runtimeClassName && { runtimeClassName }),
      securityContext: {
        runAsNonRoot: true,
        runAsUser: UID,
        runAsGroup: UID,
        fsGroup: UID,
        fsGroupChangePolicy: 'OnRootMismatch',
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [agentContainer(computer, plan, agent)],
      volumes: [
        { name: 'home', persistentVolumeClaim: { claimName: volumeOf(computer) } },
        { name: 'tmp', emptyDir: { sizeLimit: SCRATCH } },
        {
          name: 'platform',
          projected: {
            sources: [{ serviceAccountToken: { audience: AUDIENCE, expirationSeconds: TOKEN_SECONDS, path: 'token' } }],
          },
        },
      ],
    },
  };
}

function agentContainer(
  { metadata, spec: { handle } }: Computer,
  { spec: { cpu, memory } }: Plan,
  { image, registrationUrl }: AgentOptions,
): NonNullable<V1Pod['spec']>['containers'][number] {
  const home = `/home/${handle}`;
  const listening = { tcpSocket: { port: 'agent' } };
  return {
    name: 'agent',
    image,
    ports: [{ name: 'agent', containerPort: AGENT_PORT }],
    env: [
      { name: 'ZO_HOME', value: home },
      { name: 'ZO_HANDLE', value: handle },
      { name: 'NPM_CONFIG_PREFIX', value: `${home}/.local` },
      { name: 'ZO_AGENT_PORT', value: String(AGENT_PORT) },
      // Another pod may have its address by now: the agent accepts only requests for this very pod.
      { name: 'ZO_AGENT_INSTANCE', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
      { name: 'ZO_AGENT_SECRET', valueFrom: { secretKeyRef: { name: secretName(metadata.name), key: 'token' } } },
      ...(registrationUrl
        ? // Older images of computers know only ZO_HELLO_URL.
          ['ZO_REGISTRATION_URL', 'ZO_HELLO_URL'].map((name) => ({ name, value: registrationUrl }))
        : []),
    ],
    resources: {
      requests: { cpu: cpu.request, memory: memory.request, 'ephemeral-storage': '0' },
      limits: { cpu: cpu.limit, memory: memory.limit, 'ephemeral-storage': SCRATCH },
    },
    securityContext: {
      runAsNonRoot: true,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
    startupProbe: { ...listening, periodSeconds: 1, failureThreshold: START_TRIES },
    readinessProbe: { ...listening, periodSeconds: 5 },
    volumeMounts: [
      { name: 'home', mountPath: home },
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'platform', mountPath: '/run/zo/platform', readOnly: true },
    ],
  };
}
