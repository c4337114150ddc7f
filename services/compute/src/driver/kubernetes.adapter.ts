import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import type { Cache } from '@zo/shared/cache';
import { logger } from '@zo/shared/observability';
import { isIPv6 } from 'node:net';
import { AGENT_PORT } from '../operator/objects/pod.js';
import { shardOf } from '../operator/objects/shard.js';
import { ANNOTATION, API_VERSION, type Computer, GROUP, secretName, VERSION } from '../operator/objects/resources.js';
import { WISHER, wishOf } from '../operator/objects/wish.js';
import { holdNow } from '../operator/reconcile/reconcile.js';
import { type Kube, refusalOf } from '@zo/shared/kube';
import { Watched } from '../operator/run/watched.js';
import {
  because,
  conditionOf,
  hasBegun,
  held,
  isReady,
  isReadyOrHopeless,
  isToRun,
  runsStill,
  startOf,
} from './condition.js';
import { type Hello, Hellos } from './hellos.js';
import { untilListening } from './listening.js';
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
const READY_MS = 120_000;
/** Longer than the grace a pod has. */
const STOPPED_MS = 90_000;
/** The status of a computer may say a moment later than its pod which pod that is. */
const HELLO_MS = 2_000;
const RELIST_MS = 600_000;
const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' };

export interface KubernetesComputersOptions {
  readonly kube: Kube;
  /** What one process heard, the others know. */
  readonly cache: Cache;
  readonly shardPrefix: string;
  /** ComputerPlan of computers that have none yet. */
  readonly plan: string;
  /** Where agents listen; another one where pods are played. */
  readonly agentPort?: number;
}

/** Whose annotations are about what a computer does; wishes are another's, so that neither removes the other's. */
const OBSERVER = 'compute-activity';
const NOTE_MS = 300_000;
const BUSY_LENGTH = 100;

interface Ran {
  readonly pod: string;
  readonly startedAt: number;
}

/** Computers as pods: says by `Computer` objects what is wanted, and learns from their status what is. The operator does the rest. */
export class KubernetesComputers implements ComputerDriver {
  private watching?: Promise<Watched<Computer>>;
  private readonly listeners = new Set<(computer: Computer) => void>();
  /** The pods whose address this process gave away, maybe before they were ready. */
  private readonly given = new Map<string, Ran>();
  /** The last thing asked of a computer; the next waits for it. */
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly hellos: Hellos;
  private readonly agentPort: number;

  constructor(private readonly options: KubernetesComputersOptions) {
    this.agentPort = options.agentPort ?? AGENT_PORT;
    this.hellos = new Hellos(
      options.cache,
      ({ name, namespace }) => void this.watch().then((watched) => this.changed(watched.get(name, namespace))),
    );
  }

  start(spec: ComputerSpec): Promise<RunningComputer> {
    return this.inTurn(spec.id, async () => {
      const known = await this.read(spec.id);
      if (known && holdNow(known, Date.now())) throw new Error(held(known));
      const wanted = await this.want(spec, known, 'Running');
      try {
        const computer = await this.untilItAnswers(wanted);
        this.given.set(spec.id, { pod: computer.status!.podUID!, startedAt: startOf(computer) });
        return await this.describe(computer);
      } catch (error) {
        // Nobody waits for it any more: it is not to come up later, unasked for.
        await this.want(spec, wanted, 'Suspended').catch((fault: unknown) =>
          log.warn({ error: fault, id: spec.id }, 'a computer that did not start is still wanted'),
        );
        throw error;
      }
    });
  }

  stop(id: string): Promise<void> {
    return this.inTurn(id, async () => {
      const known = await this.read(id);
      this.given.delete(id);
      if (!known) return;
      const wanted = await this.want({ id, ...known.spec }, known, 'Suspended');
      // Asleep nobody is busy, and whoever wakes it begins anew.
      if (known.metadata.annotations?.[ANNOTATION.busy])
        await this.note(id, {
          busyReason: '',
          lastActiveMs: Date.parse(known.metadata.annotations[ANNOTATION.lastActivity] ?? ''),
        });
      await this.until(wanted, {
        ms: STOPPED_MS,
        test: (computer) => conditionOf(computer, 'Suspended')?.status === 'True',
      });
    });
  }

  async list(): Promise<RunningComputer[]> {
    const { items } = (await this.options.kube.custom.listClusterCustomObject(COMPUTERS)) as { items: Computer[] };
    return Promise.all(items.filter(isReady).map((computer) => this.describe(computer)));
  }

  /** Etcd is no place for what changes with every key stroke: written down only after minutes, or when it begins or ends to be busy. */
  async note(id: string, { busyReason, lastActiveMs }: Activity): Promise<void> {
    const known = (await this.watch()).all().find((computer) => idOf(computer) === id);
    if (!known) return;
    const { name, namespace, annotations = {} } = known.metadata;
    const busy = busyReason.slice(0, BUSY_LENGTH);
    const isFresh = Math.abs(lastActiveMs - Date.parse(annotations[ANNOTATION.lastActivity] ?? '')) < NOTE_MS;
    if (isFresh && busy === (annotations[ANNOTATION.busy] ?? '')) return;
    const said = {
      [ANNOTATION.lastActivity]: new Date(Math.min(lastActiveMs, Date.now())).toISOString(),
      ...(busy && { [ANNOTATION.busy]: busy }),
    };
    const body = { apiVersion: API_VERSION, kind: 'Computer', metadata: { name, annotations: said } };
    await this.options.kube.custom.patchNamespacedCustomObject(
      { ...COMPUTERS, namespace: namespace!, name, fieldManager: OBSERVER, force: true, body },
      APPLY,
    );
  }

  /** As the watch knows it: asking is free. */
  async find(id: string): Promise<FoundComputer | undefined> {
    const computer = (await this.watch()).all().find((known) => idOf(known) === id);
    if (!computer) return undefined;
    if (isReady(computer) || runsStill(computer, this.given.get(id)?.pod))
      return { state: 'awake', running: await this.describe(computer) };
    if (computer.spec.operatingMode === 'Running')
      return computer.status?.phase === 'Starting' ? { state: 'waking' } : undefined;
    return conditionOf(computer, 'Suspended')?.status === 'True' ? undefined : { state: 'stopping' };
  }

  async follow(events: DriverEvents, signal: AbortSignal): Promise<void> {
    const watched = await this.watch();
    const ran = new Map<string, Ran>();
    const changes = new Changes({
      kube: this.options.kube,
      latest: ({ metadata }) => watched.get(metadata.name, metadata.namespace),
      steered: (computer) => events.steered(computer),
    });
    const look = (computer: Computer) => {
      changes.look(computer);
      const id = idOf(computer);
      const seen = ran.get(id);
      const known = seen ?? this.given.get(id);
      const now = watched.get(computer.metadata.name, computer.metadata.namespace);
      if (now && isReady(now)) ran.set(id, { pod: now.status!.podUID!, startedAt: startOf(now) });
      if (now && isReady(now) && seen?.pod !== now.status!.podUID)
        this.describe(now)
          .then((running) => events.started(running))
          .catch((error: unknown) => log.warn({ error, id }, 'a computer could not be described'));
      if (!known || (now && runsStill(now, known.pod))) return;
      if (!now || !isReady(now)) ran.delete(id);
      if (this.given.get(id)?.pod === known.pod) this.given.delete(id);
      if (this.turns.has(id)) return;
      events.gone({ id, startedAt: known.startedAt, asked: now?.spec.operatingMode !== 'Running' });
      // What ended stays so until somebody needs it: otherwise it would come back with nobody to put it to sleep.
      if (now && now.spec.operatingMode === 'Running')
        this.stop(id).catch((error: unknown) => log.warn({ error, id }, 'a computer that ended is still wanted'));
    };
    // Each pod has its own way out: there is nothing that only one may do.
    events.chosen();
    for (const computer of watched.all()) look(computer);
    this.listeners.add(look);
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    this.listeners.delete(look);
    changes.close();
  }

  /** A pod says that its agent listens. False: it is not the pod of a computer that is to run. */
  async hear(hello: Hello): Promise<boolean> {
    const computer = (await this.watch()).get(hello.name, hello.namespace);
    if (!computer || !isToRun(computer)) return false;
    const seen = await this.until(computer, { ms: HELLO_MS, test: ({ status }) => status?.podUID === hello.uid }).catch(
      () => undefined,
    );
    if (!seen || !isToRun(seen)) return false;
    if (!seen.status!.podIP) await this.hellos.tell(hello);
    return true;
  }

  /** Ends the watch. */
  async close(): Promise<void> {
    this.hellos.close();
    (await this.watching)?.close();
  }

  private inTurn<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(id) ?? Promise.resolve()).then(work, work);
    const over = turn.catch(() => undefined).finally(() => this.turns.get(id) === over && this.turns.delete(id));
    this.turns.set(id, over);
    return turn;
  }

  private watch(): Promise<Watched<Computer>> {
    return (this.watching ??= this.beginWatch());
  }

  private async beginWatch(): Promise<Watched<Computer>> {
    const { kube } = this.options;
    const onChange = (computer: Computer) => {
      this.hellos.look(computer, watched.get(computer.metadata.name, computer.metadata.namespace) !== undefined);
      this.changed(computer);
    };
    const watched = new Watched<Computer>(kube, {
      path: `/apis/${API_VERSION}/computers`,
      list: () => kube.custom.listClusterCustomObject(COMPUTERS),
      onChange,
      relistMs: RELIST_MS,
    });
    await Promise.all([watched.start(), this.hellos.start()]);
    return watched;
  }

  private changed(computer: Computer | undefined): void {
    if (computer) for (const listener of this.listeners) listener(computer);
  }

  private async read(id: string): Promise<Computer | undefined> {
    const fieldSelector = `metadata.name=${nameOf(id)}`;
    const { items } = (await this.options.kube.custom.listClusterCustomObject({ ...COMPUTERS, fieldSelector })) as {
      items: Computer[];
    };
    return items[0];
  }

  /** Says what is wanted. Never by force: what somebody else has decided stands. */
  private async want(
    spec: Pick<ComputerSpec, 'id' | 'userId' | 'handle'>,
    known: Computer | undefined,
    operatingMode: 'Running' | 'Suspended',
  ): Promise<Computer> {
    const { kube, shardPrefix, plan } = this.options;
    const { userId, handle } = spec;
    const name = nameOf(spec.id);
    const namespace = known?.metadata.namespace ?? shardOf(shardPrefix, userId);
    const planRef = { name: known?.spec.planRef.name ?? plan };
    const body = wishOf(name, { userId, handle, planRef, operatingMode });
    try {
      return (await kube.custom.patchNamespacedCustomObject(
        { ...COMPUTERS, namespace, name, fieldManager: WISHER, force: false, body },
        APPLY,
      )) as Computer;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code === 409)
        throw new Error(`An administrator decides about this computer at the moment (${refusal.message}).`, {
          cause: error,
        });
      if (refusal?.code === 422) throw new Error(`The computer was refused: ${refusal.message}.`, { cause: error });
      throw error;
    }
  }

  /** The computer once the operator has seen this wish and `test` holds; `test` may throw when it never will. */
  private async until(
    wanted: Computer,
    { ms, test, signal }: { ms: number; test: (computer: Computer) => boolean; signal?: AbortSignal },
  ): Promise<Computer> {
    const watched = await this.watch();
    const { name, namespace, generation = 0 } = wanted.metadata;
    return new Promise<Computer>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.listeners.delete(look);
        settle();
      };
      const look = () => {
        const computer = watched.get(name, namespace);
        if (!computer || (computer.status?.observedGeneration ?? 0) < generation) return;
        try {
          if (test(computer)) end(() => resolve(computer));
        } catch (error) {
          end(() => reject(error));
        }
      };
      const late = () =>
        reject(
          new Error(
            `The computer could not be ${wanted.spec.operatingMode === 'Running' ? 'started' : 'stopped'} in time${because(watched.get(name, namespace))}.`,
          ),
        );
      const timer = setTimeout(() => end(late), ms);
      signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
      this.listeners.add(look);
      look();
    });
  }

  /**
   * Ready, or listening already, where its status or its own word says that it is: a kubelet looks once a second, and half of a start
   * would be waiting for it to look again. Where nobody listens, one of the other ways is first.
   */
  private async untilItAnswers(wanted: Computer): Promise<Computer> {
    const over = new AbortController();
    const { signal } = over;
    const listening = async (addressOf: (computer: Computer) => string | undefined) => {
      const computer = await this.until(wanted, {
        ms: READY_MS,
        signal,
        test: (now) => hasBegun(now) && addressOf(now) !== undefined,
      });
      await untilListening(addressOf(computer)!, this.agentPort, signal);
      return computer;
    };
    const ways = [
      this.until(wanted, { ms: READY_MS, signal, test: isReadyOrHopeless }),
      listening(({ status }) => status!.podIP),
      listening((computer) => this.hellos.addressOf(computer)),
    ];
    for (const way of ways) way.catch(() => undefined);
    try {
      return await Promise.race(ways);
    } finally {
      over.abort();
    }
  }

  private async describe(computer: Computer): Promise<RunningComputer> {
    const { name, namespace } = computer.metadata;
    const { data } = await this.options.kube.core.readNamespacedSecret({
      name: secretName(name),
      namespace: namespace!,
    });
    const podIP = computer.status?.podIP ?? this.hellos.addressOf(computer) ?? '';
    return {
      id: idOf(computer),
      address: `http://${isIPv6(podIP) ? `[${podIP}]` : podIP}:${this.agentPort}`,
      instance: computer.status?.podUID ?? '',
      secret: Buffer.from(data?.['token'] ?? '', 'base64').toString(),
      startedAt: startOf(computer),
      sandboxed: true,
      reason: '',
      egressSocket: '',
    };
  }
}

const nameOf = (id: string) => `c-${id}`;
const idOf = ({ metadata }: Computer) => metadata.name.slice('c-'.length);
