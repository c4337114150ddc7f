import type { Folder } from './folder.js';

/** The folder of these names; undefined if one of them is missing, a link, or no folder. The caller closes it. */
export function openBelow(home: Folder, names: readonly string[]): Folder | undefined {
  let folder = home.again();
  for (const name of names) {
    try {
      const next = folder.open(name);
      folder.close();
      folder = next;
    } catch {
      folder.close();
      return undefined;
    }
  }
  return folder;
}
