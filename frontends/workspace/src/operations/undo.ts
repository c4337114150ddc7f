import { toast } from '@zo/web/ui';
import { MESSAGES } from '../messages';
import { failureOf } from './outcome';
import type { Reversed } from './reverse';
import { steps, withStep, type Step } from './steps';

let running: Promise<void> = Promise.resolve();

// One after another: the next step may need what the one before it brings back.
const inTurn = (work: () => Promise<void>): Promise<void> => (running = running.then(work));

/** Lets undo wait for an operation that has begun: it reverses this one then, and not the one before. */
export function reversible<T>(work: Promise<T>): Promise<T> {
  const ended = work.then(
    () => undefined,
    () => undefined,
  );
  running = Promise.all([running, ended]).then(() => undefined);
  return work;
}

/** FT-12: reverses the last operation of this tab. */
export const undo = (): Promise<void> =>
  inTurn(async () => {
    const step = steps.done.at(-1);
    if (step) await undoNow(step);
    else toast(MESSAGES.nothingToUndo);
  });

/** Reverses one operation, also when others followed it; a second call does nothing. */
export const undoStep = (step: Step): Promise<void> =>
  inTurn(async () => {
    if (steps.done.includes(step)) await undoNow(step);
  });

/** FT-12: does again what was undone last. */
export const redo = (): Promise<void> =>
  inTurn(async () => {
    const step = steps.undone.at(-1);
    if (!step) return void toast(MESSAGES.nothingToRedo);
    steps.undone = steps.undone.filter((other) => other !== step);
    const { next, isUntried } = await reverse(step, MESSAGES.redoFailed);
    if (next) steps.done = withStep(steps.done, next);
    if (isUntried) steps.undone = [...steps.undone, step];
  });

async function undoNow(step: Step): Promise<void> {
  steps.done = steps.done.filter((other) => other !== step);
  const { next, isUntried } = await reverse(step, MESSAGES.undoFailed);
  if (next) steps.undone = withStep(steps.undone, next);
  if (isUntried) steps.done = [...steps.done, step];
}

/** Does the opposite of a step and says so. `next` reverses this; a step is untried when the server was not reached. */
async function reverse(step: Step, failure: string): Promise<{ next: Step | undefined; isUntried: boolean }> {
  const { next, failed } = await reversed(step);
  if (failed) toast.error(failure, { description: failed.reason });
  return { next, isUntried: !next && failed?.status === 0 };
}

/** How steps are reversed is no part of the page that lists files. */
async function reversed(step: Step): Promise<Reversed> {
  try {
    const { reverseStep } = await import('./reverse');
    return await reverseStep(step);
  } catch (error) {
    return { failed: failureOf('', error) };
  }
}
