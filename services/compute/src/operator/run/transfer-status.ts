/** Writes the progress of a backup or restore to its status. */
import { isDeepStrictEqual } from 'node:util';
import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import type { Kube } from '@zo/kube';
import { logger } from '@zo/observability';
import { API_VERSION, GROUP, VERSION } from '../objects/resources.js';
import type { ComputerBackup, ComputerRestore, TransferStatus } from '../transfers/resources.js';

const log = logger('operator');
const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
const FIELD_MANAGER = 'compute-operator';
const MESSAGE_LENGTH = 1_000;

export type Transfer = ComputerBackup | ComputerRestore;
export type TransferKind = 'computerbackups' | 'computerrestores';

interface TransferEnd {
  readonly phase: 'Complete' | 'Failed';
  readonly bytes?: number;
  readonly files?: number;
  readonly message?: string;
  readonly [field: string]: unknown;
}

export class TransferStatuses {
  constructor(private readonly kube: Kube) {}

  async finish(plural: TransferKind, transfer: Transfer, { phase, ...more }: TransferEnd): Promise<undefined> {
    const { startedAt } = transfer.status ?? {};
    const completedAt = new Date().toISOString();
    const durationSeconds =
      startedAt === undefined ? undefined : Math.ceil((Date.parse(completedAt) - Date.parse(startedAt)) / 1_000);
    await this.apply(plural, transfer, {
      ...transfer.status,
      message: undefined,
      ...more,
      phase,
      completedAt,
      durationSeconds,
    });
    log.info(
      {
        kind: plural,
        object: transfer.metadata.name,
        phase,
        bytes: more.bytes,
        files: more.files,
        reason: more.message,
      },
      'a backup or restore has ended',
    );
  }

  /**
   * Applies to the version that was seen, so that a later status, above all a final one, is not overwritten. @throws
   * ApiException (conflict) when it has changed
   */
  async apply(plural: TransferKind, transfer: Transfer, wanted: TransferStatus): Promise<Transfer> {
    const { name, namespace, resourceVersion } = transfer.metadata;
    const status = JSON.parse(
      JSON.stringify({ ...wanted, ...(wanted.message && { message: wanted.message.slice(0, MESSAGE_LENGTH) }) }),
    ) as TransferStatus;
    if (isDeepStrictEqual(status, transfer.status)) return transfer;
    const kind = plural === 'computerbackups' ? 'ComputerBackup' : 'ComputerRestore';
    const at = { group: GROUP, version: VERSION, plural, namespace: namespace!, name };
    const body = { apiVersion: API_VERSION, kind, metadata: { name, resourceVersion }, status };
    return (await this.kube.custom.patchNamespacedCustomObjectStatus(
      { ...at, fieldManager: FIELD_MANAGER, force: true, body },
      APPLY,
    )) as Transfer;
  }
}
