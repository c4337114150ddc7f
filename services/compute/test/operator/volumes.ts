import { PatchStrategy, setHeaderOptions, type V1PersistentVolumeClaim } from '@kubernetes/client-node';
import type { Kube } from '@zo/kube';
import { WorkQueue } from '../../src/operator/run/queue.js';
import { Informer } from '../../src/operator/run/informer.js';

const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const NODE = 'volume.kubernetes.io/selected-node';

type Claim = V1PersistentVolumeClaim & { metadata: { name: string; namespace: string } };

/**
 * Provisions and binds many volumes at a time: the controller of a cluster without real volumes binds them one by one.
 */
export class Volumes {
  private readonly claims: Informer<Claim>;
  private readonly queue: WorkQueue;

  constructor(private readonly kube: Kube) {
    this.queue = new WorkQueue({ workers: 32, work: (key) => this.bind(key) });
    this.claims = new Informer<Claim>(kube, {
      path: '/api/v1/persistentvolumeclaims',
      relistMs: 600_000,
      list: () => kube.core.listPersistentVolumeClaimForAllNamespaces(),
      onChange: ({ metadata }) => this.queue.add(`${metadata.namespace}/${metadata.name}`),
    });
  }

  start(): Promise<void> {
    return this.claims.start();
  }

  async close(): Promise<void> {
    this.claims.close();
    await this.queue.close();
  }

  /** Binds the claim once the scheduler has selected a node. */
  private async bind(key: string): Promise<undefined> {
    const [namespace, name] = key.split('/') as [string, string];
    const claim = this.claims.get(name, namespace);
    if (!claim?.metadata.annotations?.[NODE] || claim.spec!.volumeName) return undefined;
    const { core } = this.kube;
    const volumeName = `pvc-${claim.metadata.uid}`;
    const { accessModes, storageClassName, resources } = claim.spec!;
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid: claim.metadata.uid };
    const capacity = resources!.requests!;
    await core.createPersistentVolume({
      body: {
        metadata: { name: volumeName },
        spec: {
          accessModes,
          storageClassName,
          capacity,
          claimRef,
          persistentVolumeReclaimPolicy: 'Retain',
          hostPath: { path: '/nowhere' },
        },
      },
    });
    await core.patchNamespacedPersistentVolumeClaim(
      {
        namespace,
        name,
        body: { metadata: { annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } }, spec: { volumeName } },
      },
      MERGE,
    );
    await core.patchNamespacedPersistentVolumeClaimStatus(
      { namespace, name, body: { status: { phase: 'Bound', accessModes, capacity } } },
      MERGE,
    );
    return undefined;
  }
}
