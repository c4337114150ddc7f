import type { Kube } from '@zo/kube';
import type { Computer } from '@zo/compute/operator/resources';
import { setTimeout as delay } from 'node:timers/promises';
import { reload, conditionOf, whyNot } from './computers.js';
import { Failure } from './failure.js';

const LOOK_MS = 300;

/** Resolves when the operator has observed the spec and the condition holds. @throws Failure at the timeout */
export async function waitFor(
  kube: Kube,
  computer: Computer,
  { condition, ms }: { condition: 'Ready' | 'Suspended'; ms: number },
): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    const now = await reload(kube, computer);
    const seen = (now.status?.observedGeneration ?? 0) >= (now.metadata.generation ?? 0);
    if (seen && conditionOf(now, condition)?.status === 'True') return;
    if (Date.now() >= deadline)
      throw new Failure(
        `${now.spec.handle} is wanted ${now.spec.operatingMode} but is ${now.status?.phase ?? 'Pending'} ` +
          `(${whyNot(now)})`,
      );
    await delay(Math.max(0, Math.min(LOOK_MS, deadline - Date.now())));
  }
}
