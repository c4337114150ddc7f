import { PatchStrategy, setHeaderOptions } from '@kubernetes/client-node';
import { type Kube, refusalOf } from '@zo/shared/kube';
import type { Computer, Hold } from '@zo/compute/operator/resources';
import { WISHER, wishOf } from '@zo/compute/operator/wish';
import { again, COMPUTERS } from './computers.js';
import { type Deed, record } from './record.js';

const APPLY = setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply);
const MERGE = setHeaderOptions('Content-Type', PatchStrategy.MergePatch);
/** Somebody else wrote in between: the operator, mostly. */
const TRIES = 5;

type Mode = Computer['spec']['operatingMode'];

/**
 * Says in the place of compute what is wanted of a computer. Whoever took the field for himself would keep compute from ever
 * waking it again, so it is given back by force: the event and the audit log say who it was.
 */
export async function setMode(kube: Kube, computer: Computer, operatingMode: Mode, deed: Deed): Promise<void> {
  await changed(kube, computer, deed, (now, dryRun) => {
    const { name, namespace, resourceVersion } = now.metadata;
    const wish = wishOf(name, { ...now.spec, operatingMode });
    const body = { ...wish, metadata: { ...wish.metadata, resourceVersion } };
    return kube.custom.patchNamespacedCustomObject({ ...COMPUTERS, namespace: namespace!, name, fieldManager: WISHER, force: true, dryRun, body }, APPLY);
  });
}

/** Null lifts it. */
export async function setHold(kube: Kube, computer: Computer, hold: Hold | null, deed: Deed): Promise<void> {
  const whole = hold && { until: null, ...hold };
  await changed(kube, computer, deed, ({ metadata: { name, namespace, resourceVersion } }, dryRun) => {
    const body = { metadata: { resourceVersion }, spec: { hold: whole } };
    return kube.custom.patchNamespacedCustomObject({ ...COMPUTERS, namespace: namespace!, name, fieldManager: 'kubectl-zo', dryRun, body }, MERGE);
  });
}

/** The volume it uses from its next start on. */
export async function setVolume(kube: Kube, computer: Computer, volume: string, deed: Deed): Promise<void> {
  await changed(kube, computer, deed, ({ metadata: { name, namespace, resourceVersion } }, dryRun) => {
    const body = { metadata: { resourceVersion }, spec: { storage: { volume } } };
    return kube.custom.patchNamespacedCustomObject({ ...COMPUTERS, namespace: namespace!, name, fieldManager: 'kubectl-zo', dryRun, body }, MERGE);
  });
}

/** Asks first, then writes down, then does: nothing is done that was not written down, and nothing written down that is refused. */
async function changed(kube: Kube, computer: Computer, deed: Deed, patch: (now: Computer, dryRun?: 'All') => Promise<unknown>): Promise<void> {
  await latest(kube, computer, (now) => patch(now, 'All'));
  await record(kube, computer, deed);
  await latest(kube, computer, (now) => patch(now));
}

async function latest(kube: Kube, computer: Computer, patch: (now: Computer) => Promise<unknown>): Promise<void> {
  for (let now = computer, tries = TRIES; ; now = await again(kube, computer)) {
    try {
      await patch(now);
      return;
    } catch (error) {
      if (refusalOf(error)?.code !== 409 || --tries === 0) throw error;
    }
  }
}
