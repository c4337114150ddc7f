/** Applies the wanted state of computers to their `Computer` objects. */
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { type Kube, apiErrorOf } from '@zo/kube';
import type { Computer } from '../operator/objects/resources.js';
import { shardOf } from '../operator/objects/shard.js';
import { FIELD_MANAGER, applyConfig } from '../operator/objects/apply-config.js';
import type { ComputerSpec } from './computer.driver.js';
import { COMPUTERS } from './computer-watch.js';

const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);

export interface WantedComputersOptions {
  readonly kube: Kube;
  readonly shardPrefix: string;
  /** ComputerPlan of computers that have none yet. */
  readonly plan: string;
}

export class ComputerApplier {
  constructor(private readonly options: WantedComputersOptions) {}

  async read(id: string): Promise<Computer | undefined> {
    const fieldSelector = `metadata.name=${nameOf(id)}`;
    const { items } = (await this.options.kube.custom.listClusterCustomObject({ ...COMPUTERS, fieldSelector })) as {
      items: Computer[];
    };
    return items[0];
  }

  /** Applies without force: what another field manager has set stands. @throws Error on such a conflict */
  async apply(
    spec: Pick<ComputerSpec, 'id' | 'userId' | 'handle'>,
    known: Computer | undefined,
    operatingMode: 'Running' | 'Suspended',
  ): Promise<Computer> {
    const { kube, shardPrefix, plan } = this.options;
    const { userId, handle } = spec;
    const name = nameOf(spec.id);
    const namespace = known?.metadata.namespace ?? shardOf(shardPrefix, userId);
    const planRef = { name: known?.spec.planRef.name ?? plan };
    const body = applyConfig(name, { userId, handle, planRef, operatingMode });
    try {
      return (await kube.custom.patchNamespacedCustomObject(
        { ...COMPUTERS, namespace, name, fieldManager: FIELD_MANAGER, force: false, body },
        APPLY,
      )) as Computer;
    } catch (error) {
      const refusal = apiErrorOf(error);
      if (refusal?.code === 409)
        throw new Error(`An administrator decides about this computer at the moment (${refusal.message}).`, {
          cause: error,
        });
      if (refusal?.code === 422) throw new Error(`The computer was refused: ${refusal.message}.`, { cause: error });
      throw error;
    }
  }
}

const nameOf = (id: string) => `c-${id}`;
