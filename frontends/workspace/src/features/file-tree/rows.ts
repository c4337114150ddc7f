import { pathKey, type Location } from '@zo/web/paths';
import type { Folder } from '@zo/web/store';
import { orderByName } from '../../sorting/sort';
import type { Entry } from '../../workspace.slice';

/** One visible row of the tree. */
export interface TreeRow {
  entry: Entry;
  key: string;
  /** 1 for the first level, as in aria-level. */
  level: number;
  expanded: boolean;
  /** Expanded, but its contents are still loading. */
  pending: boolean;
  position: number;
  siblings: number;
}

/** What the rows of one folder share. */
interface Siblings {
  readonly location: Location;
  readonly folder: Folder;
  readonly prefix: string;
  readonly level: number;
  readonly count: number;
}

/** A row of a folder that may have 100,000: its entry is made when the row is shown or used. */
class FolderRow implements TreeRow {
  expanded = false;
  pending = false;
  #entry: Entry | undefined;
  readonly #among: Siblings;
  readonly #index: number;

  constructor(
    among: Siblings,
    index: number,
    readonly position: number,
  ) {
    this.#among = among;
    this.#index = index;
  }

  get entry(): Entry {
    const { location, folder } = this.#among;
    const name = folder.names[this.#index]!;
    const isDirectory = folder.isDir[this.#index]!;
    return (this.#entry ??= { root: location.root, path: [...location.path, name], name, isDirectory });
  }

  get key(): string {
    return this.#among.prefix + this.#among.folder.names[this.#index]!;
  }

  get level(): number {
    return this.#among.level;
  }

  get siblings(): number {
    return this.#among.count;
  }
}

export interface RowsInput {
  root: Location;
  expanded: Readonly<Record<string, Location>>;
  folderOf: (location: Location) => Folder | undefined;
  dotfiles: boolean;
}

/** FT-03: the visible rows of the tree as one list. Trash comes last at the root of the workspace. */
export function treeRows({ root, expanded, folderOf, dotfiles }: RowsInput): TreeRow[] {
  const rows: TreeRow[] = [];
  const walk = (location: Location, level: number) => {
    const folder = folderOf(location);
    if (!folder) return;
    const atRoot = location.root === 'w' && location.path.length === 0;
    const order = orderByName(folder, { dotfiles, hidden: atRoot ? ['Trash'] : undefined });
    const siblings = order.length + (atRoot ? 1 : 0);
    const prefix = location.path.length > 0 ? `${pathKey(location)}/` : pathKey(location);
    const among = { location, folder, prefix, level, count: siblings };
    for (let at = 0; at < order.length; at++) {
      const row = new FolderRow(among, order[at]!, at + 1);
      rows.push(row);
      if (!folder.isDir[order[at]!] || !(row.key in expanded)) continue;
      row.expanded = true;
      row.pending = !folderOf(row.entry);
      walk(row.entry, level + 1);
    }
    if (atRoot) {
      const entry: Entry = { root: 'w', path: ['Trash'], name: 'Trash', isDirectory: true };
      rows.push({ entry, key: pathKey(entry), level, expanded: false, pending: false, position: siblings, siblings });
    }
  };
  walk(root, 1);
  return rows;
}

/** Rows whose names have the text in them, in any case, with the folders above them. */
export function filterTree(rows: readonly TreeRow[], text: string): readonly TreeRow[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return rows;
  const kept: TreeRow[] = [];
  // From the end: the level of the nearest folder above what was found below.
  let above = 0;
  for (const row of rows.toReversed()) {
    const isParent = row.level === above;
    if (
      !isParent &&
      !row.key
        .slice(row.key.lastIndexOf('/') + 1)
        .toLowerCase()
        .includes(wanted)
    )
      continue;
    above = row.level - 1;
    kept.push(row);
  }
  return kept.toReversed();
}
