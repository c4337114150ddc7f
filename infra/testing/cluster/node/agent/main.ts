/**
 * Small stand-ins for a storage provisioner (volumes in a folder) and a network plugin (policies as packet filters).
 */
import {
  CoreV1Api,
  NetworkingV1Api,
  type V1Namespace,
  type V1NetworkPolicy,
  type V1PersistentVolume,
  type V1PersistentVolumeClaim,
  type V1Pod,
} from '@kubernetes/client-node';
import { connectKube } from '@zo/kube';
import { Informer } from '@zo/compute/operator/informer';
import { Addresses } from './addresses.js';
import { packetFilter } from './filter.js';
import { Volumes } from './volumes.js';

const RELIST_MS = 600_000;

type Named<T> = T & { readonly metadata: { readonly name: string; readonly namespace?: string } };

const kube = connectKube(process.env['KUBECONFIG']);
const core = kube.config.makeApiClient(CoreV1Api);
const networking = kube.config.makeApiClient(NetworkingV1Api);
const watched = <T>(path: string, list: () => Promise<unknown>, onChange: (object: T) => void) =>
  new Informer<Named<T>>(kube, { path, list, onChange, relistMs: RELIST_MS });

const filter = packetFilter(() => ({
  pods: addresses.added(pods.all()),
  namespaces: namespaces.all(),
  policies: policies.all(),
}));
const addresses = new Addresses(process.argv[3]!, filter.later);
const pods = watched<V1Pod>('/api/v1/pods', () => core.listPodForAllNamespaces(), filter.later);
const namespaces = watched<V1Namespace>('/api/v1/namespaces', () => core.listNamespace(), filter.later);
const policies = watched<V1NetworkPolicy>(
  '/apis/networking.k8s.io/v1/networkpolicies',
  () => networking.listNetworkPolicyForAllNamespaces(),
  filter.later,
);
const volumes = new Volumes(core, process.argv[2]!);
const claims = watched<V1PersistentVolumeClaim>(
  '/api/v1/persistentvolumeclaims',
  () => core.listPersistentVolumeClaimForAllNamespaces(),
  (claim) => volumes.provide(claim),
);
const made = watched<V1PersistentVolume>(
  '/api/v1/persistentvolumes',
  () => core.listPersistentVolume(),
  (volume) => volumes.remove(volume),
);
await Promise.all([pods, namespaces, policies, claims, made].map((kind) => kind.start()));
filter.begin();
