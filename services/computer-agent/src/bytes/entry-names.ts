/** Names inside an archive: a name here may be a path or a drive where the archive is unpacked. */
import type { Name } from '../home/folder.js';
import { nextName, textOf } from '../home/names.js';

/** A backslash separates folders on Windows, and `C:` begins a drive. */
const safe = (name: Name) =>
  textOf(name)
    .replaceAll('\\', '_')
    .replace(/^([a-z]):/i, '$1_');

/**
 * Names of one folder's entries in an archive: safe names are kept, the others become safe names that are not taken.
 */
export function entryNames(names: readonly Name[]): string[] {
  const used = new Set<string>();
  const kept = names.map((name) => {
    if (safe(name) !== name || used.has(name)) return undefined;
    used.add(name);
    return name;
  });
  return names.map((name, index) => kept[index] ?? free(safe(name), used));
}

function free(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let count = 2; used.has(name); count++) name = nextName(wanted, count, false);
  used.add(name);
  return name;
}
