import type { CoreV1Api, V1PersistentVolume, V1PersistentVolumeClaim } from '@kubernetes/client-node';
import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROVISIONER = 'zo.internal/node-local';
const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** Provisions volumes as folders of the node once the scheduler has chosen it, and removes them with their claims. */
export class Volumes {
  constructor(
    private readonly core: CoreV1Api,
    private readonly folder: string,
  ) {}

  provide(claim: V1PersistentVolumeClaim): void {
    const annotations = claim.metadata?.annotations ?? {};
    const wanted =
      annotations['volume.kubernetes.io/selected-node'] &&
      annotations['volume.kubernetes.io/storage-provisioner'] === PROVISIONER;
    if (!wanted || claim.spec?.volumeName) return;
    const name = `pvc-${claim.metadata!.uid}`;
    const path = join(this.folder, name);
    mkdirSync(path, { recursive: true });
    // Any user: the kubelet applies fsGroup only to kinds of volumes that support it.
    chmodSync(path, 0o777);
    this.tell(this.core.createPersistentVolume({ body: volumeOf(claim, { name, path }) }));
  }

  remove(volume: V1PersistentVolume): void {
    const ours = volume.metadata?.annotations?.[PROVISIONED_BY] === PROVISIONER;
    if (!ours || volume.status?.phase !== 'Released' || volume.spec?.persistentVolumeReclaimPolicy !== 'Delete') return;
    rmSync(volume.spec.local!.path, { recursive: true, force: true });
    this.tell(this.core.deletePersistentVolume({ name: volume.metadata!.name! }));
  }

  /** Changes are delivered more than once, so errors for an existing or missing volume are ignored. */
  private tell(done: Promise<unknown>): void {
    done.catch((error: { code?: number }) => error.code === 409 || error.code === 404 || console.error(error));
  }
}

function volumeOf(
  { metadata, spec }: V1PersistentVolumeClaim,
  { name, path }: { name: string; path: string },
): V1PersistentVolume {
  return {
    metadata: { name, annotations: { [PROVISIONED_BY]: PROVISIONER } },
    spec: {
      capacity: { storage: spec!.resources!.requests!['storage']! },
      accessModes: spec!.accessModes!,
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: spec!.storageClassName!,
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: metadata!.namespace!,
        name: metadata!.name!,
        uid: metadata!.uid!,
      },
      local: { path },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                {
                  key: 'kubernetes.io/hostname',
                  operator: 'In',
                  values: [metadata!.annotations!['volume.kubernetes.io/selected-node']!],
                },
              ],
            },
          ],
        },
      },
    },
  };
}
