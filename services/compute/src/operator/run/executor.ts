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
import type { Refused } from '../reconcile/observed.js';
import { type Kube, apiErrorOf, ignoreErrors } from '@zo/kube';
import { EventRecorder } from './events.js';

/** Transient errors: conflict, too many requests, an API server that starts or ends. */
const PASSING: ReadonlySet<number> = new Set([409, 429, 503, 504]);
const STATUS_WRITER = 'compute-operator';
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);

/** The API server refuses to create a part of a computer: a quota, admission, a missing permission. */
export class CreationRefusedError extends Error {
  constructor(
    readonly refused: Refused,
    cause: unknown,
  ) {
    super(refused.message, { cause });
  }
}

/**
 * Executes actions in order and stops at the first that fails. The next reconciliation finds the finished ones done.
 */
export class Executor {
  private readonly events: EventRecorder;

  constructor(private readonly kube: Kube) {
    this.events = new EventRecorder(kube);
  }

  /**
   * The status comes first: it keeps what the actions remove (why a pod ended). An object that was deleted meanwhile
   * takes its status and its pod with it.
   * @throws CreationRefusedError
   */
  async execute(computer: Computer, { status, actions }: Outcome): Promise<void> {
    // The finalizer makes a new version of the object, which is reconciled again and gets its status then.
    if (actions[0]?.do === 'addFinalizer') return this.act(computer, actions[0]);
    await this.applyStatus(computer, status);
    for (const action of actions) await this.act(computer, action);
  }

  async applyStatus(computer: Computer, status: ComputerStatus): Promise<void> {
    if (isDeepStrictEqual(normal(status), normal(computer.status))) return;
    await ignoreErrors(['NotFound'], this.writeStatus(computer, status));
    void this.events.transition(computer, status);
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
    // Deletions name the very object that was seen: another one of the same name is left alone.
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
        return create('Volume', core.createNamespacedPersistentVolumeClaim({ namespace, body: action.claim }));
      case 'growClaim': {
        const body = { metadata: { uid: action.uid }, spec: { resources: { requests: { storage: action.size } } } };
        return ignoreErrors(
          ['NotFound', 'Conflict'],
          core.patchNamespacedPersistentVolumeClaim({ namespace, name: volumeOf(computer), body }, MERGE),
        );
      }
      case 'ensureSecret':
        return ignoreErrors(
          ['AlreadyExists'],
          core.createNamespacedSecret({ namespace, body: secretOf(computer, randomBytes(32).toString('base64url')) }),
        );
      case 'createPod':
        return create('Pod', core.createNamespacedPod({ namespace, body: action.pod }));
      case 'deletePod':
        return ignoreErrors(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPod({ namespace, name: podName(name), body: only(action.uid) }),
        );
      case 'deleteClaim':
        return ignoreErrors(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPersistentVolumeClaim({ namespace, name: volumeOf(computer), body: only(action.uid) }),
        );
    }
  }

  /** Sends the version that was seen, so that finalizers that others added meanwhile are not lost. */
  private setFinalizers(
    { metadata: { name, namespace, resourceVersion } }: Computer,
    finalizers: string[],
  ): Promise<void> {
    const body = { metadata: { resourceVersion, finalizers } };
    return ignoreErrors(
      ['NotFound'],
      this.kube.custom.patchNamespacedCustomObject({ ...this.at(namespace!, name), body }, MERGE),
    );
  }
}

async function create(what: 'Pod' | 'Volume', creating: Promise<unknown>): Promise<void> {
  try {
    await ignoreErrors(['AlreadyExists'], creating);
  } catch (error) {
    const refusal = apiErrorOf(error);
    // Transient errors are not reported: the creation is retried at once.
    if (!refusal || PASSING.has(refusal.code)) throw error;
    const isQuota = refusal.code === 403 && refusal.message.includes('exceeded quota');
    throw new CreationRefusedError(
      { reason: isQuota ? 'QuotaExceeded' : `${what}Refused`, message: refusal.message },
      error,
    );
  }
}

/** Normalised for comparison: undefined fields count as absent. */
const normal = (status: ComputerStatus | undefined): unknown => JSON.parse(JSON.stringify(status ?? null));
