/** Which rows of a folder are chosen; rows are known by name, so a live change never moves the choice to another file. */
export interface Selection {
  names: ReadonlySet<string>;
  /** Where a range starts. */
  anchor: string | null;
  /** The row the keyboard is on. */
  cursor: string | null;
}

export const EMPTY_SELECTION: Selection = { names: new Set(), anchor: null, cursor: null };

/** Modifier keys of a click or a key press; `toggle` is Ctrl, or Cmd on Apple keyboards. */
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

/** A click on a row. */
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

/** A move of the keyboard to the row at `index` of `rows`; with shift the range grows. */
export function moveCursor(
  selection: Selection,
  rows: readonly string[],
  { index, shift }: { index: number; shift: boolean },
): Selection {
  const name = rows[Math.max(0, Math.min(rows.length - 1, index))];
  if (name === undefined) return selection;
  return clickRow(selection, rows, { name, shift, toggle: false });
}

/** Drops names that are gone; the cursor goes to the row that took its place, so the keyboard is never lost. */
export function keepExisting(selection: Selection, before: readonly string[], rows: readonly string[]): Selection {
  const here = new Set(rows);
  const names = [...selection.names].filter((name) => here.has(name));
  const cursorGone = selection.cursor !== null && !here.has(selection.cursor);
  if (names.length === selection.names.size && !cursorGone) return selection;
  const next = cursorGone
    ? (rows[Math.min(before.indexOf(selection.cursor!), rows.length - 1)] ?? null)
    : selection.cursor;
  return {
    names: new Set(names.length || !next || !cursorGone ? names : [next]),
    anchor: selection.anchor !== null && here.has(selection.anchor) ? selection.anchor : next,
    cursor: next,
  };
}

/** Rows a lasso between two heights covers, added to what was chosen before when a key was held. */
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
