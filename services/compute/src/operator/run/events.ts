/** Kubernetes Events of computers, which `kubectl describe` shows for an hour. */
import { createHash } from 'node:crypto';
import { type Kube, apiErrorOf } from '@zo/kube';
import { logger } from '@zo/observability';
import { API_VERSION, type Computer, type ComputerStatus, type Condition } from '../objects/resources.js';

const log = logger('operator');
const COMPONENT = 'compute-operator';
const MESSAGE_LENGTH = 1_000;
/** Reasons of `Ready` that get an event although nothing is wrong. */
const NORMAL: ReadonlySet<string> = new Set(['AgentListens', 'Suspended', 'Held']);
/** Intermediate states, which get no event. */
const PASSING: ReadonlySet<string> = new Set([
  'New',
  'Starting',
  'Suspending',
  'Deleting',
  'OldPodEnding',
  'VolumeEnding',
]);

export class EventRecorder {
  constructor(private readonly kube: Kube) {}

  /** Records an event when readiness or its reason changed. Never fails: the status says the same. */
  async transition(computer: Computer, status: ComputerStatus): Promise<void> {
    const before = readyOf(computer.status);
    const now = readyOf(status);
    if (!now || PASSING.has(now.reason) || (now.reason === before?.reason && now.message === before.message)) return;
    await this.write(computer, now).catch((error: unknown) =>
      log.debug({ refusal: apiErrorOf(error), key: computer.metadata.name }, 'a Kubernetes event was not written'),
    );
  }

  private async write({ metadata }: Computer, { reason, message = '' }: Condition): Promise<void> {
    const { name, uid, namespace } = metadata as Required<Computer['metadata']>;
    const { core } = this.kube;
    const at = new Date();
    // A repetition updates the same event.
    const hash = createHash('sha256').update(`${uid} ${reason} ${message}`).digest('hex').slice(0, 16);
    const event = { name: `${name}.${hash}`, namespace };
    try {
      await core.createNamespacedEvent({
        namespace,
        body: {
          metadata: event,
          involvedObject: { apiVersion: API_VERSION, kind: 'Computer', name, namespace, uid },
          type: NORMAL.has(reason) ? 'Normal' : 'Warning',
          reason,
          message: message.slice(0, MESSAGE_LENGTH),
          source: { component: COMPONENT },
          reportingComponent: COMPONENT,
          reportingInstance: COMPONENT,
          firstTimestamp: at,
          lastTimestamp: at,
          count: 1,
        },
      });
    } catch (error) {
      if (apiErrorOf(error)?.code !== 409) throw error;
      const known = await core.readNamespacedEvent(event);
      await core.patchNamespacedEvent({
        ...event,
        body: [
          { op: 'add', path: '/count', value: (known.count ?? 1) + 1 },
          { op: 'add', path: '/lastTimestamp', value: at.toISOString() },
        ],
      });
    }
  }
}

const readyOf = (status: ComputerStatus | undefined) => status?.conditions?.find(({ type }) => type === 'Ready');
