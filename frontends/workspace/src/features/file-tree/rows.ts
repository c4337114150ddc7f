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

export interface RowsInput {
  root: Location;
  expanded: Readonly<Record<string, Location>>;
  folderOf: (place: Location) => Folder | undefined;
  dotfiles: boolean;
}

/** FT-03: the visible rows of the tree as one list. Trash comes last at the root of the workspace. */
export function treeRows({ root, expanded, folderOf, dotfiles }: RowsInput): TreeRow[] {
  const rows: TreeRow[] = [];
  const push = ({ entry, level, ...among }: Pick<TreeRow, 'entry' | 'level' | 'position' | 'siblings'>) => {
    const key = pathKey(entry);
    const open = entry.isDirectory && key in expanded;
    rows.push({ entry, key, level, expanded: open, pending: open && !folderOf(entry), ...among });
    if (open) walk(entry, level + 1);
  };
  const walk = (place: Location, level: number) => {
    const folder = folderOf(place);
    if (!folder) return;
    const atRoot = place.root === 'w' && place.path.length === 0;
    const order = orderByName(folder, { dotfiles, hidden: atRoot ? ['Trash'] : undefined });
    const siblings = order.length + (atRoot ? 1 : 0);
    order.forEach((index, at) => {
      const name = folder.names[index]!;
      push({
        entry: { root: place.root, path: [...place.path, name], name, isDirectory: folder.isDir[index]! },
        level,
        position: at + 1,
        siblings,
      });
    });
    if (atRoot) {
      const entry: Entry = { root: 'w', path: ['Trash'], name: 'Trash', isDirectory: true };
      rows.push({ entry, key: pathKey(entry), level, expanded: false, pending: false, position: siblings, siblings });
    }
  };
  walk(root, 1);
  return rows;
}
