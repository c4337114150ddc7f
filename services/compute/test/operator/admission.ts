/** Pods that an account with permission to create pods might create among the computers, and why each is refused. */
import type { V1Pod } from '@kubernetes/client-node';
import { podOf } from '../../src/operator/objects/pod.js';
import type { Computer, Plan } from '../../src/operator/objects/resources.js';
import { IMAGES } from './world.js';

type Container = NonNullable<V1Pod['spec']>['containers'][number];

/** The pod that the operator creates, with a change. */
export function podWith(computer: Computer, plan: Plan, change: (pod: V1Pod, container: Container) => void): V1Pod {
  const pod = podOf(computer, plan, { image: IMAGES.Stable });
  change(pod, pod.spec!.containers[0]!);
  return pod;
}

const OWNED = 'only the pods of computers run here';
const IMAGE = 'the image of a computer is named by digest and begins with registry.test/computer@';
const LIMITS = "a computer has limits, of at most 8 of cpu, 16Gi of memory and 8Gi of the node's disk";
const VOLUME = 'a computer mounts its own volume and no other';
const TOKEN = 'a computer gets no token but the one for compute';
const SECRET = 'a computer gets the key of its own agent and no other Secret';
const otherDigest = IMAGES.Stable.replace('registry.test', 'elsewhere.test');

export const REFUSED: readonly (readonly [string, string, (pod: V1Pod, container: Container) => void])[] = [
  ['that is no computer', OWNED, (pod) => (pod.metadata!.labels = {})],
  [
    'with the label of another computer',
    OWNED,
    (pod) => (pod.metadata!.labels!['compute.zo.internal/computer'] = 'c-2'),
  ],
  ['without an owner', OWNED, (pod) => delete pod.metadata!.ownerReferences],
  ['whose image is named by tag', IMAGE, (_, container) => (container.image = 'registry.test/computer:latest')],
  ['with a foreign image', IMAGE, (_, container) => (container.image = otherDigest)],
  [
    'with a second, foreign container',
    IMAGE,
    (pod, container) => pod.spec!.containers.push({ ...container, name: 'other', image: otherDigest, ports: [] }),
  ],
  [
    'that begins with something else',
    IMAGE,
    (pod, container) =>
      (pod.spec!.initContainers = [
        {
          ...container,
          name: 'first',
          image: otherDigest,
          ports: [],
          startupProbe: undefined,
          readinessProbe: undefined,
        },
      ]),
  ],
  ['without a limit of memory', LIMITS, (_, container) => delete container.resources!.limits!['memory']],
  ['without limits', LIMITS, (_, container) => delete container.resources],
  ['that may take more memory than any', LIMITS, (_, container) => (container.resources!.limits!['memory'] = '17Gi')],
  [
    'that may fill the disk of its node',
    LIMITS,
    (_, container) => delete container.resources!.limits!['ephemeral-storage'],
  ],
  [
    'that may take more of the processor than any',
    LIMITS,
    (_, container) => (container.resources!.limits!['cpu'] = '9'),
  ],
  ['in another runtime', 'the runtime class of a computer is one of', (pod) => (pod.spec!.runtimeClassName = 'other')],
  [
    'with the volume of another computer',
    VOLUME,
    (pod) => (pod.spec!.volumes![0]!.persistentVolumeClaim!.claimName = 'c-2-home'),
  ],
  [
    'with a second volume',
    VOLUME,
    (pod) => pod.spec!.volumes!.push({ name: 'other', persistentVolumeClaim: { claimName: 'c-2-home' } }),
  ],
  ['with a token for the cluster', TOKEN, (pod) => (pod.spec!.automountServiceAccountToken = true)],
  [
    'with a token for the cluster by hand',
    TOKEN,
    (pod) =>
      pod.spec!.volumes!.push({ name: 'other', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }),
  ],
  ['as another account', TOKEN, (pod) => (pod.spec!.serviceAccountName = 'default')],
  [
    'with the key of another agent',
    SECRET,
    (_, container) => (container.env!.at(-1)!.valueFrom!.secretKeyRef!.name = 'c-2-agent'),
  ],
  ['with all of a Secret', SECRET, (_, container) => (container.envFrom = [{ secretRef: { name: 'c-2-agent' } }])],
  [
    'with a Secret as files',
    SECRET,
    (pod) => pod.spec!.volumes!.push({ name: 'other', secret: { secretName: 'c-2-agent' } }),
  ],
  ['as root', 'violates PodSecurity "restricted', (pod) => (pod.spec!.securityContext!.runAsUser = 0)],
  [
    'with every capability',
    'violates PodSecurity "restricted',
    (_, container) => delete container.securityContext!.capabilities,
  ],
  ['in the network of the node', 'violates PodSecurity "restricted', (pod) => (pod.spec!.hostNetwork = true)],
];
