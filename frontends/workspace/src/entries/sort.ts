import type { Folder } from '@zo/web/store';

export type SortBy = 'name' | 'mtime' | 'size';
export interface Sort {
  by: SortBy;
  descending: boolean;
}

/** FT-03: what a folder shows. */
export interface Shown {
  dotfiles: boolean;
  /** Names that are not rows here, as Trash at the root. */
  hidden?: readonly string[];
}

const NON_ASCII = /[^\0-\x7f]/;

/**
 * A key whose plain order is the natural order of names: 'file 9' before 'file 10', 'ä' beside 'a', case ignored.
 * A run of digits is led by its length. Comparing keys is 20 times faster than a collator, which takes seconds on 100,000 names.
 */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  const plain = NON_ASCII.test(lower) ? lower.normalize('NFD').replace(/[\u0300-\u036f]/g, '') : lower;
  return plain.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+(?=\d)/, '');
    return String.fromCharCode(48 + Math.min(digits.length, 60)) + digits;
  });
}

const keys = new WeakMap<Folder, string[]>();
const keysOf = (folder: Folder): string[] => {
  const known = keys.get(folder) ?? folder.names.map(nameKey);
  keys.set(folder, known);
  return known;
};

/** FT-03: indices of the rows in their order: folders first, errored last, then by the column; names decide ties. */
export function sortFolder(folder: Folder, sort: Sort, shown: Shown): number[] {
  const { names, isDir, errors } = folder;
  const nameKeys = keysOf(folder);
  const [folders, files, failed]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < names.length; index++) {
    if (!shown.dotfiles && names[index]!.charCodeAt(0) === 46) continue;
    if (shown.hidden?.includes(names[index]!)) continue;
    (errors[index] ? failed : isDir[index] ? folders : files).push(index);
  }
  const byName = (a: number, b: number) =>
    nameKeys[a]! < nameKeys[b]!
      ? -1
      : nameKeys[a]! > nameKeys[b]!
        ? 1
        : names[a]! < names[b]!
          ? -1
          : names[a]! > names[b]!
            ? 1
            : 0;
  const column = sort.by === 'mtime' ? folder.mtimes : sort.by === 'size' ? folder.sizes : null;
  const sign = sort.descending ? -1 : 1;
  const compare = column
    ? (a: number, b: number) => ((column[a] ?? 0) - (column[b] ?? 0)) * sign || byName(a, b)
    : (a: number, b: number) => byName(a, b) * sign;
  return [...folders.toSorted(compare), ...files.toSorted(compare), ...failed.toSorted(compare)];
}

const BY_NAME: Sort = { by: 'name', descending: false };
const orders = new WeakMap<Folder, Map<string, number[]>>();

/** Rows by name, remembered per folder: the tree asks on every render. */
export function orderByName(folder: Folder, shown: Shown): number[] {
  const key = `${shown.dotfiles}${shown.hidden?.join('/') ?? ''}`;
  const known = orders.get(folder) ?? new Map<string, number[]>();
  orders.set(folder, known);
  const order = known.get(key) ?? sortFolder(folder, BY_NAME, shown);
  known.set(key, order);
  return order;
}
