const KEY = 'zo.table-widths';
/** Tables whose widths are kept; the one that was changed longest ago is forgotten first. */
export const MAX_KEPT = 50;

/** Widths in pixels that were set, by the number of the column. */
export type Widths = Readonly<Record<number, number>>;

type Kept = [table: string, names: string, widths: Widths];

function all(): Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? (kept as Kept[]).filter((each) => Array.isArray(each) && each.length === 3) : [];
  } catch {
    return [];
  }
}

/** The widths of a table, as long as its columns have these names. */
export const readWidths = (table: string, names: string): Widths =>
  all().find(([key, known]) => key === table && known === names)?.[2] ?? {};

export function writeWidths(table: string, names: string, widths: Widths): void {
  const others = all().filter(([key]) => key !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(-MAX_KEPT + 1), [table, names, widths]]));
  } catch {
    // Without storage the columns fit their first rows next time.
  }
}
