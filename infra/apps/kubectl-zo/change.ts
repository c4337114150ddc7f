import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { type Kube, apiErrorOf } from '@zo/kube';
import { API_VERSION, type Computer, type Hold, type Metadata } from '@zo/compute/operator/resources';
import { setTimeout as delay } from 'node:timers/promises';
import { FIELD_MANAGER, applyConfig } from '@zo/compute/operator/apply-config';
import { reload, COMPUTERS } from './computers.js';
import { type AuditEntry, record } from './record.js';

const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
const PLUGIN_FIELD_MANAGER = 'kubectl-zo';
/** Conflicts are retried: another writer, mostly the operator, was faster. */
const TRIES = 5;
const WRITTEN_MS = 15_000;
const LOOK_MS = 200;

type Mode = Computer['spec']['operatingMode'];

/**
 * Sets the operating mode on behalf of compute. If the plugin kept the ownership of the field, compute could never wake
 * the computer again, so it transfers the ownership as server-side apply requires: it takes the field, applies it once
 * more as compute, and releases it.
 */
export async function setMode(
  kube: Kube,
  computer: Computer,
  { mode: operatingMode, entry }: { mode: Mode; entry: AuditEntry },
): Promise<void> {
  await waitUntilAudited(kube, computer);
  await recordAndApply(kube, { computer, entry }, ({ metadata }, dryRun) =>
    applied(
      kube,
      { fieldManager: PLUGIN_FIELD_MANAGER, dryRun },
      { metadata, spec: { operatingMode, change: { by: entry.who, why: entry.why } } },
    ),
  );
  await latest(kube, await reload(kube, computer), ({ metadata, spec }) => {
    const config = applyConfig(metadata.name, spec);
    return applied(
      kube,
      { fieldManager: FIELD_MANAGER },
      { metadata, labels: config.metadata.labels, spec: config.spec },
    );
  });
  // A change that is not audited yet is left for compute to clear.
  await latest(kube, await reload(kube, computer), ({ metadata, spec: { change } }) =>
    applied(kube, { fieldManager: PLUGIN_FIELD_MANAGER }, { metadata, spec: { ...(change && { change }) } }),
  );
}

interface Part {
  readonly metadata: Metadata;
  readonly labels?: Metadata['labels'];
  readonly spec: object;
}

function applied(
  kube: Kube,
  { fieldManager, dryRun }: { fieldManager: string; dryRun?: 'All' },
  { metadata: { name, namespace, resourceVersion }, labels, spec }: Part,
): Promise<unknown> {
  const body = {
    apiVersion: API_VERSION,
    kind: 'Computer',
    metadata: { name, resourceVersion, ...(labels && { labels }) },
    spec,
  };
  return kube.custom.patchNamespacedCustomObject(
    { ...COMPUTERS, namespace: namespace!, name, fieldManager, force: true, dryRun, body },
    APPLY,
  );
}

/** Null lifts the hold. */
export async function setHold(
  kube: Kube,
  computer: Computer,
  { hold, entry }: { hold: Hold | null; entry: AuditEntry },
): Promise<void> {
  await waitUntilAudited(kube, computer);
  const spec = { hold: hold && { until: null, ...hold }, change: { by: entry.who, why: entry.why } };
  await recordAndApply(kube, { computer, entry }, (now, dryRun) => merged(kube, now, { spec, dryRun }));
}

/** Sets the volume that the computer uses from its next start on. */
export async function setVolume(
  kube: Kube,
  computer: Computer,
  { volume, entry }: { volume: string; entry: AuditEntry },
): Promise<void> {
  const spec = { storage: { volume } };
  await recordAndApply(kube, { computer, entry }, (now, dryRun) => merged(kube, now, { spec, dryRun }));
}

function merged(
  kube: Kube,
  { metadata: { name, namespace, resourceVersion } }: Computer,
  { spec, dryRun }: { spec: object; dryRun?: 'All' },
): Promise<unknown> {
  return kube.custom.patchNamespacedCustomObject(
    {
      ...COMPUTERS,
      namespace: namespace!,
      name,
      fieldManager: PLUGIN_FIELD_MANAGER,
      dryRun,
      body: { metadata: { resourceVersion }, spec },
    },
    MERGE,
  );
}

/**
 * Waits until compute has cleared the previous change, which it does once the audit log has it; until then the API
 * server refuses another.
 */
async function waitUntilAudited(kube: Kube, computer: Computer): Promise<void> {
  for (const deadline = Date.now() + WRITTEN_MS; Date.now() < deadline && (await reload(kube, computer)).spec.change;)
    await delay(LOOK_MS);
}

/**
 * Tries a dry run, then records, then applies: nothing is done without a record, and nothing is recorded that would be
 * refused.
 */
async function recordAndApply(
  kube: Kube,
  { computer, entry }: { computer: Computer; entry: AuditEntry },
  patch: (now: Computer, dryRun?: 'All') => Promise<unknown>,
): Promise<void> {
  await latest(kube, computer, (now) => patch(now, 'All'));
  await record(kube, computer, entry);
  await latest(kube, computer, (now) => patch(now));
}

async function latest(kube: Kube, computer: Computer, patch: (now: Computer) => Promise<unknown>): Promise<void> {
  for (let now = computer, tries = TRIES; ; now = await reload(kube, computer)) {
    try {
      await patch(now);
      return;
    } catch (error) {
      if (apiErrorOf(error)?.code !== 409 || --tries === 0) throw error;
    }
  }
}
