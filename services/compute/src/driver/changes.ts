import { setTimeout as delay } from 'node:timers/promises';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { type Kube, refusalOf } from '@zo/kube';
import { logger } from '@zo/observability';
import { type Change, type Computer, GROUP, VERSION } from '../operator/objects/resources.js';
import type { DriverEvents, SteeredComputer } from './computer.driver.js';

const log = logger('compute');
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' };
const RETRY_MS = 2_000;

export interface ChangesOptions {
  readonly kube: Kube;
  /** As it is now. */
  readonly latest: (computer: Computer) => Computer | undefined;
  readonly steered: DriverEvents['steered'];
}

/** What administrators change by hand (`spec.change`): told until it is written down, then taken away, which lets the next one in. */
export class Changes {
  private readonly busy = new Set<string>();
  /** The versions that were without it again: what is older has been told. */
  private readonly settled = new Map<string, number>();
  private closed = false;

  constructor(private readonly options: ChangesOptions) {}

  look(computer: Computer): void {
    const {
      metadata: { uid = '', name },
      spec: { change },
    } = computer;
    if (!change || this.busy.has(uid) || this.closed || versionOf(computer) < (this.settled.get(uid) ?? 0)) return;
    this.busy.add(uid);
    const over = () => {
      this.busy.delete(uid);
      const now = this.options.latest(computer);
      if (now) this.look(now);
    };
    this.take(computer, change).then(over, (error: unknown) => {
      log.warn({ error, id: name }, 'a change by hand that was written down could not be taken away');
      this.busy.delete(uid);
    });
  }

  close(): void {
    this.closed = true;
  }

  /** As it was when it was seen first, however long it takes to write that down. */
  private async take(computer: Computer, { by, why }: Change): Promise<void> {
    const {
      metadata: { uid, generation, name },
      spec: { userId, hold, operatingMode },
    } = computer;
    const told = { userId, change: `${uid}/${generation}`, by, why, hold: hold?.reason ?? 'none', mode: operatingMode };
    while (!(await this.isWritten(name, told))) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (this.closed) return;
    }
    let now: Computer | undefined = computer;
    while (now?.spec.change?.by === by && now.spec.change.why === why) now = await this.clear(now);
    if (now) this.settled.set(uid!, versionOf(now));
  }

  private async isWritten(id: string, told: SteeredComputer): Promise<boolean> {
    try {
      await this.options.steered(told);
      return true;
    } catch (error) {
      log.warn({ error, id }, 'a change by hand is not written down yet');
      return false;
    }
  }

  /** Answers what it has become, whoever made it so; undefined: it is no more. */
  private async clear({ metadata: { name, namespace, resourceVersion } }: Computer): Promise<Computer | undefined> {
    const { custom } = this.options.kube;
    const which = { ...COMPUTERS, namespace: namespace!, name };
    try {
      return (await custom.patchNamespacedCustomObject(
        { ...which, body: { metadata: { resourceVersion }, spec: { change: null } } },
        MERGE,
      )) as Computer;
    } catch (error) {
      const code = refusalOf(error)?.code;
      if (code === 404) return undefined;
      if (code !== 409) throw error;
      return (await custom.getNamespacedCustomObject(which)) as Computer;
    }
  }
}

const versionOf = ({ metadata }: Computer) => Number(metadata.resourceVersion);
