import type { V1ObjectReference } from '@kubernetes/client-node';
import { API_VERSION, type Computer } from '@zo/compute/operator/resources';
import type { Kube } from '@zo/kube';
import { randomUUID } from 'node:crypto';
import { Failure } from './failure.js';

const COMPONENT = 'kubectl-zo';

/** The user name under which the API server knows the caller. @throws Failure */
export async function callerName({ authentication }: Kube): Promise<string> {
  const { status } = await authentication.createSelfSubjectReview({ body: {} });
  const name = status?.userInfo?.username;
  if (!name) throw new Failure('the API server does not return your user name');
  return name;
}

export interface AuditEntry {
  /** One word, as in the reasons of events. */
  readonly reason: string;
  /** What is done, e.g. `suspends it`. */
  readonly what: string;
  readonly who: string;
  readonly why: string;
}

/** Records on a computer who does something to it, and why. */
export function record(
  kube: Kube,
  { metadata: { name, namespace, uid, resourceVersion } }: Computer,
  entry: AuditEntry,
): Promise<void> {
  return recordOn(kube, { apiVersion: API_VERSION, kind: 'Computer', name, namespace, uid, resourceVersion }, entry);
}

/** The same, on any object. */
export async function recordOn(
  kube: Kube,
  involvedObject: V1ObjectReference,
  { reason, what, who, why }: AuditEntry,
): Promise<void> {
  const now = new Date();
  const namespace = involvedObject.namespace!;
  await kube.core.createNamespacedEvent({
    namespace,
    body: {
      metadata: { name: `${involvedObject.name}.${randomUUID()}`, namespace },
      involvedObject,
      type: 'Normal',
      reason,
      message: `${who} ${what}: ${why}`,
      count: 1,
      firstTimestamp: now,
      lastTimestamp: now,
      source: { component: COMPONENT },
      reportingComponent: COMPONENT,
      reportingInstance: who,
    },
  });
}
