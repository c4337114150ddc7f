import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Computer,
  type ComputerStatus,
  FINALIZER,
  GROUP,
  podName,
  VERSION,
  volumeOf,
} from '../objects/resources.js';
import { secretOf } from '../objects/volume.js';
import type { Action, Outcome } from '../reconcile/reconcile.js';
import { type Kube, unless } from '@zo/shared/kube';

const STATUS_WRITER = 'compute-operator';
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);

/** Does what was decided, in order; stops at the first thing that cannot be done. What was done already is found done the next time. */
export class Executor {
  constructor(private readonly kube: Kube) {}

  /**
   * The status comes first: it keeps what the actions remove (why a pod ended). An object that went away meanwhile takes its
   * status and its pod with it.
   */
  async carryOut(computer: Computer, { status, actions }: Outcome): Promise<void> {
    // The object is another one with it, and looked at once more: what there is to say is said then.
    if (actions[0]?.do === 'addFinalizer') return this.act(computer, actions[0]);
    if (!isDeepStrictEqual(normal(status), normal(computer.status)))
      await unless(['NotFound'], this.writeStatus(computer, status));
    for (const action of actions) await this.act(computer, action);
  }

  private writeStatus({ metadata: { name, namespace } }: Computer, status: ComputerStatus): Promise<unknown> {
    const body = { apiVersion: `${GROUP}/${VERSION}`, kind: 'Computer', metadata: { name }, status };
    return this.kube.custom.patchNamespacedCustomObjectStatus(
      { ...this.at(namespace!, name), fieldManager: STATUS_WRITER, force: true, body },
      APPLY,
    );
  }

  private at = (namespace: string, name: string) => ({
    group: GROUP,
    version: VERSION,
    plural: 'computers',
    namespace,
    name,
  });

  private act(computer: Computer, action: Action): Promise<void> {
    const { core } = this.kube;
    const { name } = computer.metadata;
    const namespace = computer.metadata.namespace!;
    // Deletions name the very object that was seen: another one of its name is left alone.
    const only = (uid: string) => ({ preconditions: { uid } });
    switch (action.do) {
      case 'addFinalizer':
        return this.setFinalizers(computer, [...(computer.metadata.finalizers ?? []), FINALIZER]);
      case 'removeFinalizer':
        return this.setFinalizers(
          computer,
          (computer.metadata.finalizers ?? []).filter((one) => one !== FINALIZER),
        );
      case 'createClaim':
        return unless(['AlreadyExists'], core.createNamespacedPersistentVolumeClaim({ namespace, body: action.claim }));
      case 'growClaim': {
        const body = { metadata: { uid: action.uid }, spec: { resources: { requests: { storage: action.size } } } };
        return unless(
          ['NotFound', 'Conflict'],
          core.patchNamespacedPersistentVolumeClaim({ namespace, name: volumeOf(computer), body }, MERGE),
        );
      }
      case 'ensureSecret':
        return unless(
          ['AlreadyExists'],
          core.createNamespacedSecret({ namespace, body: secretOf(computer, randomBytes(32).toString('base64url')) }),
        );
      case 'createPod':
        return unless(['AlreadyExists'], core.createNamespacedPod({ namespace, body: action.pod }));
      case 'deletePod':
        return unless(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPod({ namespace, name: podName(name), body: only(action.uid) }),
        );
      case 'deleteClaim':
        return unless(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPersistentVolumeClaim({ namespace, name: volumeOf(computer), body: only(action.uid) }),
        );
    }
  }

  /** With the version that was seen: finalizers of others that came in between are not lost. */
  private setFinalizers(
    { metadata: { name, namespace, resourceVersion } }: Computer,
    finalizers: string[],
  ): Promise<void> {
    const body = { metadata: { resourceVersion, finalizers } };
    return unless(
      ['NotFound'],
      this.kube.custom.patchNamespacedCustomObject({ ...this.at(namespace!, name), body }, MERGE),
    );
  }
}

/** Without the order of keys and without what is not there. */
const normal = (status: ComputerStatus | undefined): unknown => JSON.parse(JSON.stringify(status ?? null));
