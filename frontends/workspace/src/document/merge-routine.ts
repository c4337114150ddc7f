import { routineOf, withId } from '@zo/proto/routine';
import type { Merge, MergeInput } from './merge';

/**
 * ED-11: a routine without an id is given one in its file as soon as it is listed, where an edit of its settings may
 * be as well. Where that is all the other side has done, the id goes into the edited text.
 */
export function mergeRoutine({ base, mine, theirs }: MergeInput): Merge {
  const { id } = routineOf(theirs);
  const isOnlyId = id !== undefined && withId(base, id) === theirs;
  if (!isOnlyId || routineOf(mine).id !== routineOf(base).id) return { clean: false };
  return { clean: true, text: withId(mine, id) };
}
