import type { CoreV1Event } from '@kubernetes/client-node';
import { type Kube, plain } from '@zo/kube';
import { type Computer, GROUP, VERSION, volumeOf } from '@zo/compute/operator/resources';
import { Failure, usage } from './failure.js';

export const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' } as const;
const HANDLE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The computers of all namespaces, sorted by handle. */
export async function computers(kube: Kube, fieldSelector?: string): Promise<Computer[]> {
  const { items } = (await kube.custom.listClusterCustomObject({ ...COMPUTERS, fieldSelector })) as {
    items: Computer[];
  };
  return items.toSorted((a, b) => a.spec.handle.localeCompare(b.spec.handle));
}

/** @throws Failure when there is none, or more than one */
export async function computerOf(kube: Kube, handle: string): Promise<Computer> {
  if (!HANDLE.test(handle)) throw usage(`"${handle}" is no handle`);
  const [computer, another] = await computers(kube, `spec.handle=${handle}`);
  if (!computer) throw new Failure(`no user with the handle "${handle}" has a computer`);
  if (another)
    throw new Failure(
      `"${handle}" is the handle of two computers, ${computer.metadata.name} and ${another.metadata.name}`,
    );
  return computer;
}

export async function reload(kube: Kube, { metadata: { name, namespace } }: Computer): Promise<Computer> {
  return (await kube.custom.getNamespacedCustomObject({ ...COMPUTERS, namespace: namespace!, name })) as Computer;
}

/** An event as JSON, where times are strings. */
export type SeenEvent = Omit<CoreV1Event, 'lastTimestamp' | 'eventTime' | 'metadata'> & {
  lastTimestamp?: string;
  eventTime?: string;
  metadata: { name: string; creationTimestamp: string };
};

/** The events of a computer, its pod and its volume, oldest first. */
export async function eventsOf(kube: Kube, computer: Computer): Promise<SeenEvent[]> {
  const { name, namespace } = computer.metadata;
  const { items } = plain<{ items: SeenEvent[] }>(await kube.core.listNamespacedEvent({ namespace: namespace! }));
  const about = new Set([name, volumeOf(computer)]);
  return items
    .filter(({ involvedObject }) => about.has(involvedObject.name ?? ''))
    .toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)));
}

export const momentOf = ({ lastTimestamp, eventTime, metadata }: SeenEvent): string =>
  lastTimestamp ?? eventTime ?? metadata.creationTimestamp;

export const conditionOf = ({ status }: Computer, type: string) =>
  status?.conditions?.find((condition) => condition.type === type);

/** Activity that compute reports in annotations; the operator copies it to the status. */
const activity = ({ status }: Computer) => status as { busyReason?: string; lastActivityTime?: string } | undefined;
export const busyOf = (computer: Computer) => activity(computer)?.busyReason;
export const lastActivityOf = (computer: Computer) => activity(computer)?.lastActivityTime;

/** Why it is not ready, as the operator reports it. */
export function whyNot(computer: Computer): string {
  const { reason = 'the operator has not looked at it yet', message } = conditionOf(computer, 'Ready') ?? {};
  return message ? `${reason}: ${message}` : reason;
}
