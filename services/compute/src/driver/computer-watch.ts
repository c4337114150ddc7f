/** What the cluster reports of computers, and waiting for a change of it. */
import type { Cache } from '@zo/cache';
import type { Kube } from '@zo/kube';
import { API_VERSION, type Computer, GROUP, VERSION } from '../operator/objects/resources.js';
import { Informer } from '../operator/run/informer.js';
import { because, hasBegun, readyOrThrow } from './condition.js';
import { AgentRegistrations } from './registrations.js';
import { untilListening } from './listening.js';

export const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' };
const READY_MS = 120_000;
const RELIST_MS = 600_000;

export interface ComputerWatchOptions {
  readonly kube: Kube;
  readonly cache: Cache;
  /** Port where agents listen. */
  readonly agentPort: number;
}

export class ComputerWatch {
  readonly registrations: AgentRegistrations;
  private started?: Promise<Informer<Computer>>;
  private readonly listeners = new Set<(computer: Computer) => void>();

  constructor(private readonly options: ComputerWatchOptions) {
    this.registrations = new AgentRegistrations(
      options.cache,
      ({ name, namespace }) => void this.start().then((informer) => this.changed(informer.get(name, namespace))),
    );
  }

  /** Starts the informer at the first call; every call returns the same one. */
  start(): Promise<Informer<Computer>> {
    return (this.started ??= this.begin());
  }

  async close(): Promise<void> {
    this.registrations.close();
    (await this.started)?.close();
  }

  /** Returns a function that removes the listener. */
  listen(listener: (computer: Computer) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Resolves once the operator has observed this generation and `test` holds; `test` may throw when it never will. */
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
      const check = () => {
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
            `The computer could not be ${wanted.spec.operatingMode === 'Running' ? 'started' : 'stopped'} in time` +
              `${because(informer.get(name, namespace))}.`,
          ),
        );
      const timer = setTimeout(() => end(late), ms);
      signal?.addEventListener('abort', () => end(() => reject(signal.reason as Error)), { once: true });
      const unlisten = this.listen(check);
      check();
    });
  }

  /**
   * Resolves when the computer is ready, or sooner if its agent accepts connections at the address of its status or its
   * registration: a kubelet probes once a second, which would be half of a start. Where nothing listens, another of the
   * three ways is first.
   */
  async waitForAgent(wanted: Computer): Promise<Computer> {
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
      this.until(wanted, { ms: READY_MS, signal, test: readyOrThrow }),
      listening(({ status }) => status!.podIP),
      listening((computer) => this.registrations.addressOf(computer)),
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
      this.registrations.removeIfObsolete(
        computer,
        informer.get(computer.metadata.name, computer.metadata.namespace) !== undefined,
      );
      this.changed(computer);
    };
    const informer = new Informer<Computer>(kube, {
      path: `/apis/${API_VERSION}/computers`,
      list: (page) => kube.custom.listClusterCustomObject({ ...COMPUTERS, ...page }),
      onChange,
      relistMs: RELIST_MS,
    });
    await Promise.all([informer.start(), this.registrations.start()]);
    return informer;
  }

  private changed(computer: Computer | undefined): void {
    if (computer) for (const listener of this.listeners) listener(computer);
  }
}
