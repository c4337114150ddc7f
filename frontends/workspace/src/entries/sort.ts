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

const isDigit = (code: number) => code >= 48 && code <= 57;
const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Natural order of two lower-cased names: 'file 9' before 'file 10'. Written out because a collator takes half a second on 100,000 names. */
export function compareNames(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (isDigit(x) && isDigit(y)) {
      let [endA, endB] = [i, i];
      while (endA < a.length && isDigit(a.charCodeAt(endA))) endA++;
      while (endB < b.length && isDigit(b.charCodeAt(endB))) endB++;
      const difference = Number(a.slice(i, endA)) - Number(b.slice(i, endB)) || endA - endB;
      if (difference !== 0) return difference;
      i = endA;
      continue;
    }
    if (x !== y) return x < 128 && y < 128 ? x - y : collator.compare(a.slice(i), b.slice(i)) || x - y;
    i++;
  }
  return a.length - b.length;
}

const lowered = new WeakMap<Folder, string[]>();
const lowerNames = (folder: Folder): string[] => {
  const known = lowered.get(folder) ?? folder.names.map((name) => name.toLowerCase());
  lowered.set(folder, known);
  return known;
};

/** FT-03: indices of the rows in their order: folders first, errored last, then by the column; names decide ties. */
export function sortFolder(folder: Folder, sort: Sort, shown: Shown): number[] {
  const names = lowerNames(folder);
  const rows: number[] = [];
  for (let index = 0; index < names.length; index++) {
    if (!shown.dotfiles && names[index]!.charCodeAt(0) === 46) continue;
    if (shown.hidden?.includes(folder.names[index]!)) continue;
    rows.push(index);
  }
  const group = (index: number) => (folder.errors[index] ? 2 : folder.isDir[index] ? 0 : 1);
  const groups = rows.length ? Uint8Array.from({ length: names.length }, (_none, index) => group(index)) : new Uint8Array();
  const column = sort.by === 'mtime' ? folder.mtimes : sort.by === 'size' ? folder.sizes : null;
  const sign = sort.descending ? -1 : 1;
  return rows.sort((a, b) => {
    if (groups[a] !== groups[b]) return groups[a]! - groups[b]!;
    if (column) {
      const difference = (column[a] ?? 0) - (column[b] ?? 0);
      if (difference !== 0) return difference * sign;
      return compareNames(names[a]!, names[b]!);
    }
    return compareNames(names[a]!, names[b]!) * sign;
  });
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
