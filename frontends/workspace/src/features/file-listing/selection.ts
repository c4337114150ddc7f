/** Selected rows of a folder, kept by name, so that a live change never moves the selection to another file. */
export interface Selection {
  names: ReadonlySet<string>;
  /** The start of a range selection. */
  anchor: string | null;
  /** The row with the keyboard focus. */
  cursor: string | null;
}

export const EMPTY_SELECTION: Selection = { names: new Set(), anchor: null, cursor: null };

/** Modifier keys of a click or key press; `toggle` is Ctrl, or Cmd on Apple platforms. */
export interface Modifiers {
  shift: boolean;
  toggle: boolean;
}

const range = (rows: readonly string[], from: string | null, to: string): string[] => {
  const end = rows.indexOf(to);
  const start = from === null ? end : rows.indexOf(from);
  if (start < 0) return [to];
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/** Selection after a click on a row. */
export function clickRow(
  selection: Selection,
  rows: readonly string[],
  { name, shift, toggle }: Modifiers & { name: string },
): Selection {
  if (shift) {
    const added = range(rows, selection.anchor, name);
    return {
      names: new Set(toggle ? [...selection.names, ...added] : added),
      anchor: selection.anchor ?? name,
      cursor: name,
    };
  }
  if (toggle) {
    const names = new Set(selection.names);
    if (!names.delete(name)) names.add(name);
    return { names, anchor: name, cursor: name };
  }
  return { names: new Set([name]), anchor: name, cursor: name };
}

/** Selection after a keyboard move to the row at `index` of `rows`; with shift the range is extended. */
export function moveCursor(
  selection: Selection,
  rows: readonly string[],
  { index, shift }: { index: number; shift: boolean },
): Selection {
  const name = rows[Math.max(0, Math.min(rows.length - 1, index))];
  if (name === undefined) return selection;
  return clickRow(selection, rows, { name, shift, toggle: false });
}

/** A change of the rows, to apply to the selection. */
export interface RowsChange {
  readonly before: readonly string[];
  readonly rows: readonly string[];
  /** The new name of a row that was renamed in this folder; undefined for all others. */
  readonly renamed: (name: string) => string | undefined;
  /** Whether the user took the row out of this folder here. */
  readonly removedHere: (name: string) => boolean;
}

/** The row that takes the place of a removed one: the next that is still here, else the one before. */
function neighbour(name: string, before: readonly string[], here: ReadonlySet<string>): string | null {
  const at = before.indexOf(name);
  return (
    before.slice(at + 1).find((next) => here.has(next)) ??
    before.slice(0, Math.max(0, at)).findLast((next) => here.has(next)) ??
    null
  );
}

/**
 * Follows renamed rows and drops removed ones. The cursor of a removed row moves to the row that took its place, which
 * is selected only if the user removed the row here: else the next key would act on a file that nobody chose.
 */
export function keepExisting(selection: Selection, { before, rows, renamed, removedHere }: RowsChange): Selection {
  if (selection.names.size === 0 && selection.cursor === null) return selection;
  const here = new Set(rows);
  const follow = (name: string): string | undefined => {
    if (here.has(name)) return name;
    const next = renamed(name);
    return next !== undefined && here.has(next) ? next : undefined;
  };
  const names = [...selection.names].map(follow).filter((name) => name !== undefined);
  const isSame = names.length === selection.names.size && names.every((name) => selection.names.has(name));
  const kept = selection.cursor === null ? null : follow(selection.cursor);
  if (isSame && kept === selection.cursor) return selection;
  const cursor = kept === undefined ? neighbour(selection.cursor!, before, here) : kept;
  const isNext = names.length === 0 && cursor !== null && [...selection.names].some(removedHere);
  const anchor = selection.anchor === null ? null : follow(selection.anchor);
  return { names: new Set(isNext ? [cursor] : names), anchor: anchor ?? cursor, cursor };
}

/** Rows that a lasso between two heights covers, plus the earlier selection when a modifier key was held. */
export function lassoRows({
  rows,
  rowHeight,
  from,
  to,
  base,
}: {
  rows: readonly string[];
  rowHeight: number;
  from: number;
  to: number;
  base: ReadonlySet<string>;
}): Set<string> {
  const first = Math.max(0, Math.floor(Math.min(from, to) / rowHeight));
  const last = Math.min(rows.length - 1, Math.floor(Math.max(from, to) / rowHeight));
  return new Set([...base, ...rows.slice(first, last + 1)]);
}
