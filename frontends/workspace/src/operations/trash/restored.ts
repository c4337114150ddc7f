import { nameOf, parentOf, type Location } from '@zo/web/paths';
import type { Restored as Result } from '../../api/mutations';
import { MESSAGES } from '../../messages';

/** An entry that is back. */
export type Restored = Result & { to: Location };

export const isRestored = (result: Result | undefined): result is Restored => result?.to !== undefined;

const isRenamed = ({ origin, to }: Restored): boolean => origin !== undefined && nameOf(origin) !== nameOf(to);

/** TR-02: says what is back, and where it is if that is not simply where it was. */
export function restoredText(results: readonly Restored[]): { title: string; description?: string | undefined } {
  const [first] = results;
  if (!first) return { title: '' };
  const title = MESSAGES.restored(results.length, nameOf(first.origin ?? first.to));
  const parts = results.length === 1 ? partsOfOne(first) : partsOfMany(results);
  return { title, description: parts.filter(Boolean).join(' ') || undefined };
}

function partsOfOne(result: Restored) {
  const folder = nameOf(parentOf(result.to));
  return [
    isRenamed(result) && MESSAGES.restoredAs(nameOf(result.to), folder),
    result.folderMade && MESSAGES.restoredToMade(folder),
    !result.origin && MESSAGES.restoredToRoot,
  ];
}

function partsOfMany(results: readonly Restored[]) {
  const count = (is: (result: Restored) => boolean | undefined) => results.filter(is).length;
  const [renamed, made] = [count(isRenamed), count(({ folderMade }) => folderMade)];
  const unknown = count(({ origin }) => !origin);
  return [
    renamed > 0 && MESSAGES.restoredWithNewNames(renamed),
    made > 0 && MESSAGES.restoredToMadeFolders(made),
    unknown > 0 && MESSAGES.restoredToRootMany(unknown),
  ];
}
