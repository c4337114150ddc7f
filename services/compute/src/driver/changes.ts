import { setTimeout as delay } from 'node:timers/promises';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { type Kube, apiErrorOf } from '@zo/kube';
import { logger } from '@zo/observability';
import { type Change, type Computer, GROUP, VERSION } from '../operator/objects/resources.js';
import type { DriverEvents, AdministratorChange } from './computer.driver.js';

const log = logger('compute');
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const COMPUTERS = { group: GROUP, version: VERSION, plural: 'computers' };
const RETRY_MS = 2_000;

export interface ChangesOptions {
  readonly kube: Kube;
  /** Returns the newest known version. */
  readonly latest: (computer: Computer) => Computer | undefined;
  readonly changedByAdministrator: DriverEvents['changedByAdministrator'];
}

/**
 * Changes that administrators make by hand (`spec.change`). Reports each until it is written down, then clears the
 * field, which admits the next change.
 */
export class Changes {
  private readonly busy = new Set<string>();
  /** Resource version at which the change was cleared, by uid: older versions have been reported already. */
  private readonly settled = new Map<string, number>();
  private closed = false;

  constructor(private readonly options: ChangesOptions) {}

  check(computer: Computer): void {
    const {
      metadata: { uid = '', name },
      spec: { change },
    } = computer;
    if (!change || this.busy.has(uid) || this.closed || versionOf(computer) < (this.settled.get(uid) ?? 0)) return;
    this.busy.add(uid);
    const over = () => {
      this.busy.delete(uid);
      const now = this.options.latest(computer);
      if (now) this.check(now);
    };
    this.process(computer, change).then(over, (error: unknown) => {
      log.warn({ error, id: name }, "an audited administrator's change could not be cleared");
      this.busy.delete(uid);
    });
  }

  close(): void {
    this.closed = true;
  }

  /** Reports the change as it was first seen, however long it takes to write it down. */
  private async process(computer: Computer, { by, why }: Change): Promise<void> {
    const {
      metadata: { uid, generation, name },
      spec: { userId, hold, operatingMode },
    } = computer;
    const recorded = {
      userId,
      change: `${uid}/${generation}`,
      by,
      why,
      hold: hold?.reason ?? 'none',
      mode: operatingMode,
    };
    while (!(await this.isRecorded(name, recorded))) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (this.closed) return;
    }
    let now: Computer | undefined = computer;
    while (now?.spec.change?.by === by && now.spec.change.why === why) now = await this.clear(now);
    if (now) this.settled.set(uid!, versionOf(now));
  }

  private async isRecorded(id: string, recorded: AdministratorChange): Promise<boolean> {
    try {
      await this.options.changedByAdministrator(recorded);
      return true;
    } catch (error) {
      log.warn({ error, id }, "an administrator's change is not audited yet");
      return false;
    }
  }

  /** Clears the change and returns the resulting object, whoever wrote it; undefined when the object is deleted. */
  private async clear({ metadata: { name, namespace, resourceVersion } }: Computer): Promise<Computer | undefined> {
    const { custom } = this.options.kube;
    const which = { ...COMPUTERS, namespace: namespace!, name };
    try {
      return (await custom.patchNamespacedCustomObject(
        { ...which, body: { metadata: { resourceVersion }, spec: { change: null } } },
        MERGE,
      )) as Computer;
    } catch (error) {
      const code = apiErrorOf(error)?.code;
      if (code === 404) return undefined;
      if (code !== 409) throw error;
      return (await custom.getNamespacedCustomObject(which)) as Computer;
    }
  }
}

const versionOf = ({ metadata }: Computer) => Number(metadata.resourceVersion);
