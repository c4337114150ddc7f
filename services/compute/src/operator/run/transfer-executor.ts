/** Creates and deletes what a backup or restore needs, and finds the agent to talk to. */
import { randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { ComputerAddress } from '@zo/computer-client';
import { type Kube, ignoreErrors } from '@zo/kube';
import { AGENT_PORT } from '../objects/pod.js';
import { type Computer, secretName } from '../objects/resources.js';
import { secretOf } from '../objects/volume.js';
import type { AgentPod, TransferAction } from '../transfers/reconcile.js';

export interface TransferExecutorOptions {
  readonly kube: Kube;
  /** Replaces the agent of every pod; for tests, whose pods have no network. */
  readonly agentInstead?: () => Pick<ComputerAddress, 'address' | 'instance'>;
}

export class TransferExecutor {
  constructor(private readonly options: TransferExecutorOptions) {}

  async agentOf({ metadata }: Computer, { ip, uid }: AgentPod): Promise<ComputerAddress> {
    const { data } = await this.options.kube.core.readNamespacedSecret({
      name: secretName(metadata.name),
      namespace: metadata.namespace!,
    });
    const at = this.options.agentInstead?.() ?? {
      address: `http://${isIPv6(ip) ? `[${ip}]` : ip}:${AGENT_PORT}`,
      instance: uid,
    };
    return { computerId: metadata.name, ...at, secret: Buffer.from(data?.['token'] ?? '', 'base64').toString() };
  }

  act(action: TransferAction, computer: Computer | null, namespace: string): Promise<void> {
    const { core } = this.options.kube;
    switch (action.do) {
      case 'ensureSecret':
        return ignoreErrors(
          ['AlreadyExists'],
          core.createNamespacedSecret({ namespace, body: secretOf(computer!, randomBytes(32).toString('base64url')) }),
        );
      case 'createClaim':
        return ignoreErrors(
          ['AlreadyExists'],
          core.createNamespacedPersistentVolumeClaim({ namespace, body: action.claim }),
        );
      case 'createPod':
        return ignoreErrors(['AlreadyExists'], core.createNamespacedPod({ namespace, body: action.pod }));
      case 'deletePod':
        return ignoreErrors(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPod({ namespace, name: action.name, body: { preconditions: { uid: action.uid } } }),
        );
      case 'deleteClaim':
        return ignoreErrors(
          ['NotFound', 'Conflict'],
          core.deleteNamespacedPersistentVolumeClaim({
            namespace,
            name: action.name,
            body: { preconditions: { uid: action.uid } },
          }),
        );
    }
  }
}
