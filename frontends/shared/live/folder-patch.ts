import { Folder } from '../api/files.endpoints';
import { followChange } from '../api/name-order';

/** One change of a folder's rows. A size of −1 is unknown and is not shown until the folder is read again. */
export type RowChange =
  | { type: 'add'; name: string; isDirectory: boolean; at: number; size?: number }
  | { type: 'remove'; name: string }
  | { type: 'touch'; name: string; at: number };

const copy = (folder: Folder): Folder =>
  Folder.of({
    names: folder.names.slice(),
    isDir: folder.isDir.slice(),
    sizes: folder.sizes.slice(),
    mtimes: folder.mtimes.slice(),
    births: folder.births.slice(),
    errors: { ...folder.errors },
  });

function append(folder: Folder, change: RowChange & { type: 'add' }): void {
  folder.names.push(change.name);
  folder.isDir.push(change.isDirectory);
  folder.sizes.push(change.size ?? -1);
  folder.mtimes.push(change.at);
  folder.births.push(change.at);
}

function pickRows(folder: Folder, kept: readonly number[]): Folder {
  const pick = <Value>(column: Value[]) => kept.map((index) => column[index] as Value);
  return Folder.of({
    names: pick(folder.names),
    isDir: pick(folder.isDir),
    sizes: pick(folder.sizes),
    mtimes: pick(folder.mtimes),
    births: pick(folder.births),
    errors: Object.fromEntries(
      kept.flatMap((old, now) => (folder.errors[old] ? [[now, folder.errors[old]] as const] : [])),
    ),
  });
}

/** The rows of these names; an index of all names would cost more than the change. */
function rowsOf(folder: Folder, names: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  folder.names.forEach((name, at) => names.has(name) && found.set(name, at));
  return found;
}

/** LS-02: applies changes in order. Returns a new folder, or the same object when nothing changed. */
export function patchFolder(folder: Folder, changes: readonly RowChange[]): Folder {
  const index = rowsOf(folder, new Set(changes.map(({ name }) => name)));
  const gone = new Set<number>();
  const next = copy(folder);
  let changed = false;
  for (const change of changes) {
    const at = index.get(change.name);
    if (change.type === 'add' && at === undefined) {
      index.set(change.name, next.names.length);
      append(next, change);
      changed = true;
    } else if (change.type === 'remove' && at !== undefined) {
      index.delete(change.name);
      gone.add(at);
      changed = true;
    } else if (change.type === 'touch' && at !== undefined) {
      next.mtimes[at] = change.at;
      changed = true;
    }
  }
  if (!changed) return folder;
  if (gone.size === 0) {
    followChange(folder, next, undefined);
    return next;
  }
  const kept = [...next.names.keys()].filter((row) => !gone.has(row));
  const picked = pickRows(next, kept);
  const isOld = (row: number) => row < folder.names.length;
  followChange(folder, picked, kept.filter(isOld));
  return picked;
}
