import { isSame, isWithin, type Location, type Root } from '@zo/web/paths';
import type { Relocation } from './outcome';

/** What brings entries back from a trash: that of the computer has one for both its roots, each machine has its own. */
export interface Trashed {
  root: Root;
  names: string[];
}

/** An operation that can be reversed: entries got new places, were made, or went to the trash. */
export type Step =
  { type: 'moved'; moves: Relocation[] } | { type: 'made'; made: Location[] } | { type: 'trashed'; trashed: Trashed[] };

const MAX_STEPS = 50;

/** What was done, and what was undone, in this tab; the last one at the end. */
export const steps: { done: Step[]; undone: Step[] } = { done: [], undone: [] };

export const withStep = (list: readonly Step[], step: Step): Step[] => [...list, step].slice(-MAX_STEPS);

/** Keeps an operation for undo; a new one ends what could be redone. */
export function remember(step: Step): Step {
  steps.done = withStep(steps.done, step);
  steps.undone = [];
  return step;
}

/** Follows an entry that got a new place, so that a later undo finds it there. */
export function followSteps(from: Location, to: Location): void {
  const follow = (location: Location): Location =>
    isWithin(location, from)
      ? { root: to.root, path: [...to.path, ...location.path.slice(from.path.length)] }
      : location;
  // The place to go back to follows its folder, but not the move of the entry itself.
  const followPlace = (location: Location) => (isSame(location, from) ? location : follow(location));
  for (const step of [...steps.done, ...steps.undone]) {
    if (step.type === 'moved')
      for (const move of step.moves) Object.assign(move, { from: followPlace(move.from), to: follow(move.to) });
    if (step.type === 'made') step.made = step.made.map(follow);
  }
}
