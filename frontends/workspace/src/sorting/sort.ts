import { nameOrderOf, type Folder } from '@zo/web/store';
import { familyOf, KIND_LABEL } from '@zo/web/file-types';

export type SortBy = 'name' | 'mtime' | 'size' | 'kind' | 'birth' | 'from' | 'deleted';
export interface Sort {
  by: SortBy;
  descending: boolean;
}

/** FT-03: which rows of a folder are visible. */
export interface Visibility {
  dotfiles: boolean;
  /** Names without a row in this folder, such as Trash at the root. */
  hidden?: readonly string[];
}

/** FT-03: row indexes in order: folders first, errors last, then by the column; names break ties.
 * `values`: what to sort by, where the folder itself does not have it. */
export function sortFolder(folder: Folder, sort: Sort & { values?: readonly number[] | undefined }, shown: Visibility) {
  const { names, isDir, errors } = folder;
  const { order } = nameOrderOf(folder);
  const [folders, files, failed]: [number[], number[], number[]] = [[], [], []];
  for (const index of order) {
    if (!shown.dotfiles && names[index]!.charCodeAt(0) === 46) continue;
    if (shown.hidden?.includes(names[index]!)) continue;
    (errors[index] ? failed : isDir[index] ? folders : files).push(index);
  }
  const column = sort.values ?? columnOf(folder, sort.by);
  const groups = [folders, files, failed];
  if (column) {
    // Sorting is stable: rows of equal value stay in the order of their names.
    const sign = sort.descending ? -1 : 1;
    for (const group of groups) group.sort((a, b) => ((column[a] ?? 0) - (column[b] ?? 0)) * sign);
  } else if (sort.descending) for (const group of groups) group.reverse();
  return groups.flat();
}

const KINDS = Object.values(KIND_LABEL).toSorted();

/** The numbers that a folder is sorted by; null for its names. */
function columnOf(folder: Folder, by: SortBy): readonly number[] | null {
  if (by === 'mtime') return folder.mtimes;
  if (by === 'size') return folder.sizes;
  if (by === 'birth') return folder.births;
  if (by !== 'kind') return null;
  return folder.names.map((name, at) => KINDS.indexOf(KIND_LABEL[familyOf(name, folder.isDir[at]!)]));
}

/** Bytes of the files among these rows. */
export const fileBytes = (folder: Folder, rows: readonly number[]): number =>
  rows.reduce((sum, index) => sum + (folder.isDir[index] ? 0 : Math.max(0, folder.sizes[index] ?? 0)), 0);

const lowered = new WeakMap<Folder, string[]>();

/** Rows whose names have the text in them, in any case. */
export function filterRows(folder: Folder, order: readonly number[], text: string): readonly number[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return order;
  // Lowering 100,000 names takes longer than finding a text in them.
  const names = lowered.get(folder) ?? folder.names.map((name) => name.toLowerCase());
  lowered.set(folder, names);
  return order.filter((index) => names[index]!.includes(wanted));
}

const BY_NAME: Sort = { by: 'name', descending: false };
const orders = new WeakMap<Folder, Map<string, number[]>>();

/** Rows by name, cached per folder because the tree needs them on every render. */
export function orderByName(folder: Folder, shown: Visibility): number[] {
  const key = `${shown.dotfiles}${shown.hidden?.join('/') ?? ''}`;
  const known = orders.get(folder) ?? new Map<string, number[]>();
  orders.set(folder, known);
  const order = known.get(key) ?? sortFolder(folder, BY_NAME, shown);
  known.set(key, order);
  return order;
}
