/** What the cluster says of computers, and waiting for it to say something else. */
import type { Cache } from '@zo/cache';
import type { Kube } from '@zo/kube';
import { API_VERSION, type Computer, GROUP, VERSION } from '../operator/objects/resources.js';
import { Informer } from '../operator/run/informer.js';
import { because, hasBegun, isReadyOrHopeless } from './condition.js';
import { Hellos } from './hellos.js';
import { untilListening } from './listening.js';

export const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' };
const READY_MS = 120_000;
const RELIST_MS = 600_000;

export interface ComputerWatchOptions {
  readonly kube: Kube;
  readonly cache: Cache;
  /** Where agents listen. */
  readonly agentPort: number;
}

export class ComputerWatch {
  readonly hellos: Hellos;
  private started?: Promise<Informer<Computer>>;
  private readonly listeners = new Set<(computer: Computer) => void>();

  constructor(private readonly options: ComputerWatchOptions) {
    this.hellos = new Hellos(
      options.cache,
      ({ name, namespace }) => void this.start().then((informer) => this.changed(informer.get(name, namespace))),
    );
  }

  /** Begins at the first call; every call answers the same. */
  start(): Promise<Informer<Computer>> {
    return (this.started ??= this.begin());
  }

  async close(): Promise<void> {
    this.hellos.close();
    (await this.started)?.close();
  }

  /** Answers what ends it. */
  listen(listener: (computer: Computer) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** The computer once the operator has seen this wish and `test` holds; `test` may throw when it never will. */
  async until(
    wanted: Computer,
    { ms, test, signal }: { ms: number; test: (computer: Computer) => boolean; signal?: AbortSignal },
  ): Promise<Computer> {
    const informer = await this.start();
    const { name, namespace, generation = 0 } = wanted.metadata;
    return new Promise<Computer>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        unlisten();
        settle();
      };
      const look = () => {
        const computer = informer.get(name, namespace);
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
            `The computer could not be ${wanted.spec.operatingMode === 'Running' ? 'started' : 'stopped'} in time${because(informer.get(name, namespace))}.`,
          ),
        );
      const timer = setTimeout(() => end(late), ms);
      signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
      const unlisten = this.listen(look);
      look();
    });
  }

  /**
   * Ready, or listening already, where its status or its own word says that it is: a kubelet looks once a second, and half of a start
   * would be waiting for it to look again. Where nobody listens, one of the other ways is first.
   */
  async untilItAnswers(wanted: Computer): Promise<Computer> {
    const over = new AbortController();
    const { signal } = over;
    const listening = async (addressOf: (computer: Computer) => string | undefined) => {
      const computer = await this.until(wanted, {
        ms: READY_MS,
        signal,
        test: (now) => hasBegun(now) && addressOf(now) !== undefined,
      });
      await untilListening(addressOf(computer)!, this.options.agentPort, signal);
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

  private async begin(): Promise<Informer<Computer>> {
    const { kube } = this.options;
    const onChange = (computer: Computer) => {
      this.hellos.look(computer, informer.get(computer.metadata.name, computer.metadata.namespace) !== undefined);
      this.changed(computer);
    };
    const informer = new Informer<Computer>(kube, {
      path: `/apis/${API_VERSION}/computers`,
      list: (page) => kube.custom.listClusterCustomObject({ ...COMPUTERS, ...page }),
      onChange,
      relistMs: RELIST_MS,
    });
    await Promise.all([informer.start(), this.hellos.start()]);
    return informer;
  }

  private changed(computer: Computer | undefined): void {
    if (computer) for (const listener of this.listeners) listener(computer);
  }
}
