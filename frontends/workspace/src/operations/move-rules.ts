import { inArticles, inTrash, isSame, isWithin, nameOf, parentOf, type Location } from '@zo/web/paths';
import { MESSAGES } from '../messages';
import type { Outcome } from './outcome';

/** FT-07, FT-09: why the entries cannot be moved there; undefined when they can. */
export function moveProblem(items: readonly Location[], target: Location): string | undefined {
  if (items.some((item) => isSame(item, target) || isSame(parentOf(item), target))) return MESSAGES.sameFolder;
  if (items.some((item) => isWithin(target, item))) return MESSAGES.intoChild;
  if (inArticles(target)) return MESSAGES.onlySavedArticles;
  // An article that is no longer wanted may go.
  if (items.some(inArticles) && !inTrash(target)) return MESSAGES.articlesStay;
  return undefined;
}

/** A finished operation. */
interface Summary {
  done: number;
  total: number;
  target: Location;
  name: string;
  failed?: { name: string; reason: string } | undefined;
}

/** FT-07: the toast after a move; `failed` holds the first failure. */
export function moveSummary({ done, total, target, name, failed }: Summary): string {
  const folder = nameOf(target);
  if (done === 0 && failed) return MESSAGES.moveFailed(failed.name, failed.reason);
  if (done < total) return MESSAGES.movedSome(done, total, folder);
  return total === 1 ? MESSAGES.movedOne(name, folder) : MESSAGES.movedMany(total, folder);
}

/** FT-12: the toast after a copy, in the same words. */
export function copySummary({ done, total, target, name, failed }: Summary): string {
  const folder = nameOf(target);
  if (done === 0 && failed) return MESSAGES.copyFailed(failed.name, failed.reason);
  if (done < total) return MESSAGES.copiedSome(done, total, folder);
  return total === 1 ? MESSAGES.copiedOne(name, folder) : MESSAGES.copiedMany(total, folder);
}

/** What the toast says below the summary: the first failure, unless it is the summary, and what was left out. */
export function outcomeDetail({ done, failed, leftOut }: Pick<Outcome, 'done' | 'failed' | 'leftOut'>) {
  const parts = [done.length > 0 && failed?.reason, leftOut && MESSAGES.extractedWithout(leftOut)];
  return parts.filter(Boolean).join(' ') || undefined;
}

/**
 * Paths without those inside another path of the list, as a folder takes its contents along. Returns only root and
 * path.
 */
export function topMost(items: readonly Location[]): Location[] {
  return items
    .filter((item) => !items.some((other) => other !== item && !isSame(item, other) && isWithin(item, other)))
    .map(({ root, path }) => ({ root, path }));
}
