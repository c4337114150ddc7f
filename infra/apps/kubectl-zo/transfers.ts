import { type Kube, apiErrorOf } from '@zo/kube';
import { API_VERSION, type Computer, GROUP, VERSION } from '@zo/compute/operator/resources';
import type { ComputerBackup, ComputerRestore } from '@zo/compute/operator/transfers';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.js';

const LOOK_MS = 300;
const KINDS = { ComputerBackup: 'computerbackups', ComputerRestore: 'computerrestores' } as const;
export type Kind = keyof typeof KINDS;
type Made<K extends Kind> = K extends 'ComputerBackup' ? ComputerBackup : ComputerRestore;

const at = (kind: Kind, namespace: string) => ({ group: GROUP, version: VERSION, plural: KINDS[kind], namespace });

/** Requests a backup or restore of a computer. With `dryRun` it only checks whether that is permitted. */
export async function make<K extends Kind>(
  kube: Kube,
  kind: K,
  { computer, spec = {}, dryRun }: { computer: Computer; spec?: object; dryRun?: 'All' },
): Promise<Made<K>> {
  const { name, namespace } = computer.metadata;
  const body = {
    apiVersion: API_VERSION,
    kind,
    metadata: { generateName: `${name}-` },
    spec: { computerRef: { name }, ...spec },
  };
  return (await kube.custom.createNamespacedCustomObject({ ...at(kind, namespace!), body, dryRun })) as Made<K>;
}

/** Resolves when it is complete. @throws Failure with its error, or at the timeout */
export async function complete<K extends Kind>(
  kube: Kube,
  kind: K,
  { made, ms }: { made: Made<K>; ms: number },
): Promise<Made<K>> {
  const { name, namespace } = made.metadata;
  for (const deadline = Date.now() + ms; ; await delay(LOOK_MS)) {
    const now = (await kube.custom.getNamespacedCustomObject({ ...at(kind, namespace!), name })) as Made<K>;
    const { phase = 'Pending', message } = now.status ?? {};
    if (phase === 'Complete') return now;
    const what = `${kind === 'ComputerBackup' ? 'the backup' : 'the restore'} ${name}`;
    if (phase === 'Failed') throw new Failure(`${what} failed: ${message}`);
    if (Date.now() >= deadline) throw new Failure(`${what} is ${phase}${message ? ` (${message})` : ''} and goes on`);
  }
}

/** @throws Failure when the computer has no complete backup of that name */
export async function backupOf(kube: Kube, { metadata, spec }: Computer, name: string): Promise<ComputerBackup> {
  const found = (await kube.custom
    .getNamespacedCustomObject({ ...at('ComputerBackup', metadata.namespace!), name })
    .catch((error: unknown) => {
      if (apiErrorOf(error)?.code !== 404) throw error;
    })) as ComputerBackup | undefined;
  if (!found || found.spec.computerRef.name !== metadata.name)
    throw new Failure(
      `${spec.handle} has no backup "${name}"; kubectl get computerbackups -n ${metadata.namespace} lists them`,
    );
  if (found.status?.phase !== 'Complete')
    throw new Failure(`the backup ${name} is not complete (${found.status?.phase ?? 'Pending'})`);
  return found;
}

export const sizeOf = ({ status }: ComputerBackup | ComputerRestore) =>
  `${status?.files ?? 0} files and folders, ${((status?.bytes ?? 0) / 1e6).toFixed(1)} MB, ` +
  `${status?.durationSeconds ?? 0} s`;
