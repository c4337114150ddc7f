import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import type { Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { isIPv6 } from 'node:net';
import { AGENT_PORT } from '../operator/objects/pod.js';
import { ANNOTATION, API_VERSION, type Computer, secretName } from '../operator/objects/resources.js';
import { holdNow } from '../operator/reconcile/reconcile.js';
import type { Kube } from '@zo/kube';
import { conditionOf, held, isReady, isToRun, runsStill, startOf } from './condition.js';
import { COMPUTERS, ComputerWatch } from './computer-watch.js';
import type { AgentRegistration } from './registrations.js';
import { ComputerApplier } from './computer-applier.js';
import { Changes } from './changes.js';
import type {
  Activity,
  ComputerDriver,
  ComputerSpec,
  DriverEvents,
  FoundComputer,
  RunningComputer,
} from './computer.driver.js';

const log = logger('compute');
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
/** Longer than a pod's termination grace period. */
const STOPPED_MS = 90_000;
/** How long a computer's status may take to name its pod. */
const REGISTRATION_TIMEOUT_MS = 2_000;

export interface KubernetesComputersOptions {
  readonly kube: Kube;
  /** Shares registrations between the processes. */
  readonly cache: Cache;
  readonly shardPrefix: string;
  /** ComputerPlan of computers that have none yet. */
  readonly plan: string;
  /** Port where agents listen; tests with simulated pods use another one. */
  readonly agentPort?: number;
  /** How long a pod may take to end; tests wait less long. */
  readonly stoppedMs?: number;
}

/**
 * Field manager of the activity annotations; apart from that of the spec, so that neither removes the other's fields.
 */
const OBSERVER = 'compute-activity';
const NOTE_MS = 300_000;
const BUSY_LENGTH = 100;

interface PodRun {
  readonly pod: string;
  readonly startedAt: number;
}

/**
 * Computers as pods: applies the wanted state as `Computer` objects and reads the actual one from their status. The
 * operator does the rest.
 */
export class KubernetesComputers implements ComputerDriver {
  private readonly watch: ComputerWatch;
  private readonly wanted: ComputerApplier;
  /** Pods whose address this process returned, maybe before they were ready. */
  private readonly given = new Map<string, PodRun>();
  /** The last operation on each computer, and whether it succeeded; the next one waits for it. */
  private readonly pending = new Map<string, Promise<boolean>>();
  private readonly agentPort: number;

  constructor(private readonly options: KubernetesComputersOptions) {
    this.agentPort = options.agentPort ?? AGENT_PORT;
    this.wanted = new ComputerApplier(options);
    this.watch = new ComputerWatch({ ...options, agentPort: this.agentPort });
  }

  start(spec: ComputerSpec): Promise<RunningComputer> {
    return this.serialised(spec.id, async () => {
      const known = await this.wanted.read(spec.id);
      if (known && holdNow(known, Date.now())) throw new Error(held(known));
      const wanted = await this.wanted.apply(spec, known, 'Running');
      try {
        const computer = await this.watch.waitForAgent(wanted);
        this.given.set(spec.id, { pod: computer.status!.podUID!, startedAt: startOf(computer) });
        return await this.describe(computer);
      } catch (error) {
        // No caller waits for it any more: it must not come up later.
        await this.wanted
          .apply(spec, wanted, 'Suspended')
          .catch((failure: unknown) =>
            log.warn({ error: failure, id: spec.id }, 'a computer that did not start is still wanted'),
          );
        throw error;
      }
    });
  }

  stop(id: string): Promise<void> {
    return this.serialised(id, async () => {
      const known = await this.wanted.read(id);
      this.given.delete(id);
      if (!known) return;
      const wanted = await this.wanted.apply({ id, ...known.spec }, known, 'Suspended');
      // A sleeping computer is not busy, and its next run begins without the old activity.
      if (known.metadata.annotations?.[ANNOTATION.busy])
        await this.note(id, {
          busyReason: '',
          lastActiveMs: Date.parse(known.metadata.annotations[ANNOTATION.lastActivity] ?? ''),
        });
      await this.watch.until(wanted, {
        ms: this.options.stoppedMs ?? STOPPED_MS,
        test: (computer) => conditionOf(computer, 'Suspended')?.status === 'True',
      });
    });
  }

  async list(): Promise<RunningComputer[]> {
    const { items } = (await this.options.kube.custom.listClusterCustomObject(COMPUTERS)) as { items: Computer[] };
    return Promise.all(items.filter(isReady).map((computer) => this.describe(computer)));
  }

  /**
   * Writes only after minutes, or when the computer becomes busy or idle: etcd should not hold what changes with every
   * key stroke.
   */
  async note(id: string, { busyReason, lastActiveMs }: Activity): Promise<void> {
    const known = (await this.watch.start()).all().find((computer) => idOf(computer) === id);
    if (!known) return;
    const { name, namespace, annotations = {} } = known.metadata;
    const busy = busyReason.slice(0, BUSY_LENGTH);
    const isFresh = Math.abs(lastActiveMs - Date.parse(annotations[ANNOTATION.lastActivity] ?? '')) < NOTE_MS;
    if (isFresh && busy === (annotations[ANNOTATION.busy] ?? '')) return;
    const newAnnotations = {
      [ANNOTATION.lastActivity]: new Date(Math.min(lastActiveMs, Date.now())).toISOString(),
      ...(busy && { [ANNOTATION.busy]: busy }),
    };
    const body = { apiVersion: API_VERSION, kind: 'Computer', metadata: { name, annotations: newAnnotations } };
    await this.options.kube.custom.patchNamespacedCustomObject(
      { ...COMPUTERS, namespace: namespace!, name, fieldManager: OBSERVER, force: true, body },
      APPLY,
    );
  }

  /** Reads the informer's cache, so it is cheap to call. */
  async find(id: string): Promise<FoundComputer | undefined> {
    const computer = (await this.watch.start()).all().find((known) => idOf(known) === id);
    if (!computer) return undefined;
    if (isReady(computer) || runsStill(computer, this.given.get(id)?.pod))
      return { state: 'awake', running: await this.describe(computer) };
    if (computer.spec.operatingMode === 'Running')
      return computer.status?.phase === 'Starting' ? { state: 'waking' } : undefined;
    return conditionOf(computer, 'Suspended')?.status === 'True' ? undefined : { state: 'stopping' };
  }

  async follow(events: DriverEvents, signal: AbortSignal): Promise<void> {
    const informer = await this.watch.start();
    const ran = new Map<string, PodRun>();
    const changes = new Changes({
      kube: this.options.kube,
      latest: ({ metadata }) => informer.get(metadata.name, metadata.namespace),
      changedByAdministrator: (computer) => events.changedByAdministrator(computer),
    });
    const check = (computer: Computer) => {
      changes.check(computer);
      const id = idOf(computer);
      const seen = ran.get(id);
      const known = seen ?? this.given.get(id);
      const now = informer.get(computer.metadata.name, computer.metadata.namespace);
      if (now && isReady(now)) ran.set(id, { pod: now.status!.podUID!, startedAt: startOf(now) });
      if (now && isReady(now) && seen?.pod !== now.status!.podUID)
        this.describe(now)
          .then((running) => events.started(running))
          .catch((error: unknown) => log.warn({ error, id }, 'a computer could not be described'));
      if (!known || (now && runsStill(now, known.pod))) return;
      const turn = this.pending.get(id);
      const forget = () => {
        for (const runs of [ran, this.given]) if (runs.get(id)?.pod === known.pod) runs.delete(id);
      };
      // This process stops it. If that fails, its end has to be reported after all.
      if (turn) return void turn.then((isDone) => (isDone ? forget() : check(computer)));
      forget();
      events.gone({ id, startedAt: known.startedAt, asked: now?.spec.operatingMode !== 'Running' });
      // Suspend a computer that ended until it is needed: otherwise it would restart with no process to put it to
      // sleep.
      if (now && now.spec.operatingMode === 'Running')
        this.stop(id).catch((error: unknown) => log.warn({ error, id }, 'a computer that ended is still wanted'));
    };
    // Each pod has its own egress: nothing is left that only one process may do.
    events.chosen();
    for (const computer of informer.all()) check(computer);
    const unlisten = this.watch.listen(check);
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    unlisten();
    changes.close();
  }

  /** Takes an agent's registration. Returns false when it is not the pod of a computer that is to run. */
  async acceptRegistration(registration: AgentRegistration): Promise<boolean> {
    const computer = (await this.watch.start()).get(registration.name, registration.namespace);
    if (!computer || !isToRun(computer)) return false;
    const seen = await this.watch
      .until(computer, { ms: REGISTRATION_TIMEOUT_MS, test: ({ status }) => status?.podUID === registration.uid })
      .catch(() => undefined);
    if (!seen || !isToRun(seen)) return false;
    if (!seen.status!.podIP) await this.watch.registrations.add(registration);
    return true;
  }

  /** Stops the watch. */
  close(): Promise<void> {
    return this.watch.close();
  }

  private serialised<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.pending.get(id) ?? Promise.resolve()).then(work, work);
    const over: Promise<boolean> = turn
      .then(
        () => true,
        () => false,
      )
      .finally(() => this.pending.get(id) === over && this.pending.delete(id));
    this.pending.set(id, over);
    return turn;
  }

  private async describe(computer: Computer): Promise<RunningComputer> {
    const { name, namespace } = computer.metadata;
    const { data } = await this.options.kube.core.readNamespacedSecret({
      name: secretName(name),
      namespace: namespace!,
    });
    const podIP = computer.status?.podIP ?? this.watch.registrations.addressOf(computer) ?? '';
    return {
      id: idOf(computer),
      address: `http://${isIPv6(podIP) ? `[${podIP}]` : podIP}:${this.agentPort}`,
      instance: computer.status?.podUID ?? '',
      secret: Buffer.from(data?.['token'] ?? '', 'base64').toString(),
      startedAt: startOf(computer),
      sandboxed: true,
      reason: '',
      egressSocket: '',
      canClose: false,
    };
  }
}

const idOf = ({ metadata }: Computer) => metadata.name.slice('c-'.length);
