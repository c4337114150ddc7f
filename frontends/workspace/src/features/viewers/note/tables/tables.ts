import { Editor, Node, Path, Transforms, type Element } from 'slate';
import { around, change } from '../editor/blocks';
import type { NoteEditor } from '../editor/types';
import { emptyRow } from '../editor/with-breaks';
import type { Table } from '../model/nodes';
import { cellsOf, delimiterFor, type Alignment } from '../model/table-source';

/** The table at the cursor, and the row and column of the cursor. */
interface TablePlace {
  readonly table: Table;
  readonly path: Path;
  readonly row: number;
  readonly column: number;
}

export function tableAtCursor(editor: NoteEditor): TablePlace | undefined {
  const [, cell] = around(editor, 'cell') ?? [];
  const [table, path] = around(editor, 'table') ?? [];
  if (!cell || !table || !path) return undefined;
  return { table: table as unknown as Table, path, row: cell.at(-2)!, column: cell.at(-1)! };
}

/** Inserts an empty row before or after that of the cursor, and places the cursor in it. */
export function insertRow(editor: NoteEditor, side: 'before' | 'after'): void {
  const place = tableAtCursor(editor);
  if (!place) return;
  const { table, path, row, column } = place;
  const at = [...path, row + (side === 'after' ? 1 : 0)];
  Transforms.insertNodes(editor, emptyRow(table.children[0]!.children.length), { at });
  Transforms.select(editor, Editor.start(editor, [...at, column]));
}

/** Removes the row of the cursor; the row after the header becomes the header. The last row takes the table along. */
export function removeRow(editor: NoteEditor): void {
  const place = tableAtCursor(editor);
  if (!place) return;
  const { table, path, row, column } = place;
  if (table.children.length === 1) return removeTable(editor);
  Transforms.removeNodes(editor, { at: [...path, row] });
  const next = Math.min(row, table.children.length - 2);
  Transforms.select(editor, Editor.start(editor, [...path, next, column]));
}

/** Inserts an empty column before or after that of the cursor, and places the cursor in it. */
export function insertColumn(editor: NoteEditor, side: 'before' | 'after'): void {
  const place = tableAtCursor(editor);
  if (!place) return;
  const { table, path, row } = place;
  const column = place.column + (side === 'after' ? 1 : 0);
  Editor.withoutNormalizing(editor, () => {
    for (const [index, { children }] of table.children.entries()) {
      const cell = { type: 'cell', children: [{ text: '' }] } as Element;
      Transforms.insertNodes(editor, cell, { at: [...path, index, Math.min(column, children.length)] });
    }
    changeDelimiters(editor, place, (delimiters) => delimiters.splice(column, 0, '---'));
  });
  Transforms.select(editor, Editor.start(editor, [...path, row, column]));
}

/** Removes the column of the cursor; the last one takes the table along. */
export function removeColumn(editor: NoteEditor): void {
  const place = tableAtCursor(editor);
  if (!place) return;
  const { table, path, row, column } = place;
  if (table.children[0]!.children.length === 1) return removeTable(editor);
  Editor.withoutNormalizing(editor, () => {
    for (const [index, { children }] of table.children.entries())
      if (column < children.length) Transforms.removeNodes(editor, { at: [...path, index, column] });
    changeDelimiters(editor, place, (delimiters) => delimiters.splice(column, 1));
  });
  const cells = Node.get(editor, [...path, row]) as Element;
  Transforms.select(editor, Editor.start(editor, [...path, row, Math.min(column, cells.children.length - 1)]));
}

/** Aligns the text of the column of the cursor. */
export function alignColumn(editor: NoteEditor, alignment: Alignment): void {
  const place = tableAtCursor(editor);
  if (!place) return;
  changeDelimiters(editor, place, (delimiters) => delimiters.splice(place.column, 1, delimiterFor(alignment)));
}

export function removeTable(editor: NoteEditor): void {
  const place = tableAtCursor(editor);
  if (place) Transforms.removeNodes(editor, { at: place.path });
}

/** The delimiter row holds the alignment of each column. */
function changeDelimiters(
  editor: NoteEditor,
  { table, path }: TablePlace,
  edit: (delimiters: string[]) => unknown,
): void {
  const delimiters = cellsOf(table.delimiters).map(({ from, to }) => table.delimiters.slice(from, to));
  edit(delimiters);
  change(editor, path, { delimiters: `| ${delimiters.join(' | ')} |` });
}
