/** What an import dialog lists, whatever it comes from. */
export interface Item {
  readonly id: string;
  readonly name: string;
  /** Opens instead of being selected. */
  readonly isFolder: boolean;
  readonly icon: string;
  /** In bytes. */
  readonly size: number | null;
  /** In milliseconds. */
  readonly modified: number | null;
  readonly arrival: string;
  /** Why it cannot be selected. */
  readonly problem?: string;
}

export type SortField = 'name' | 'modified' | 'size';
export interface Sort {
  readonly by: SortField;
  readonly descending: boolean;
}

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The items whose name has the words, folders first. */
export function shownItems(items: readonly Item[], search: string, { by, descending }: Sort): Item[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = items.filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
  const valueOf = (item: Item) => (by === 'size' ? item.size : item.modified) ?? -1;
  const sign = descending ? -1 : 1;
  return found.toSorted((a, b) => {
    if (a.isFolder !== b.isFolder) return a.isFolder ? -1 : 1;
    const order = by === 'name' ? 0 : sign * (valueOf(a) - valueOf(b));
    return order || (by === 'name' ? sign : 1) * NAMES.compare(a.name, b.name);
  });
}

export const isSelectable = ({ isFolder, problem }: Item): boolean => !isFolder && problem === undefined;
