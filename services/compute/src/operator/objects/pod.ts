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
/** Whom the token of the pod is for: no other service, and not the API server, accepts it. */
export const AUDIENCE = 'compute';
const UID = 1_000;
/** Of the node's own disk, which is everybody's: more than that ends the pod. Nothing is set aside for it, because few use it. */
const SCRATCH = '4Gi';
/** The agent's own: the person's hook 8 s, their programs 4 s, the disk. */
const GRACE_SECONDS = 60;
const TOKEN_SECONDS = 3_600;
/** Longer than a volume takes to be attached and a large home to be looked through. */
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
  /** Where it says that it listens; without it it says nothing. */
  readonly helloUrl?: string;
}

/** The pod of a computer: everything the "restricted" pod security standard asks for, and nothing of the cluster inside but a token for compute. */
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
      // One that ended is made anew by the operator, which knows of holds and plans; the kubelet does not.
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
  { image, helloUrl }: AgentOptions,
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
      // Its address may be another's by now: the agent takes requests that are meant for this very pod.
      { name: 'ZO_AGENT_INSTANCE', valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } },
      { name: 'ZO_AGENT_SECRET', valueFrom: { secretKeyRef: { name: secretName(metadata.name), key: 'token' } } },
      ...(helloUrl ? [{ name: 'ZO_HELLO_URL', value: helloUrl }] : []),
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
