import { isEqualNode } from './equal';
import type { Table, TableRow } from './nodes';
import { patches } from './patch';
import { delimitersFor, printCell } from './print';
import type { InlineStyle } from './print-inline';
import { cellsOf } from './table-source';

/** The lines of a changed table: rows and cells that did not change stay as written. */
export function patchTable(
  table: Table,
  written: { readonly node: Table; readonly lines: readonly string[] },
  style: InlineStyle,
): string {
  const columns = table.children[0]!.children.length;
  const [header, ...rows] = table.children.map((row) => patchRow(row, written, style));
  return [header, delimitersFor(table.delimiters, columns), ...rows].join('\n');
}

function patchRow(
  row: TableRow,
  { node, lines }: { node: Table; lines: readonly string[] },
  style: InlineStyle,
): string {
  const fresh = `| ${row.children.map(({ children }) => printCell(children, style)).join(' | ')} |`;
  if (row.source === undefined) return fresh;
  const before = node.children[row.source];
  const line = lines[row.source === 0 ? 0 : row.source + 1];
  if (!before || line === undefined) return fresh;
  if (isEqualNode(row, before)) return line;
  const ranges = cellsOf(line);
  if (before.children.length !== row.children.length) return fresh;
  let text = '';
  let copied = 0;
  for (const [index, cell] of row.children.entries()) {
    const old = before.children[index]!;
    const { from, to } = ranges[index]!;
    if (isEqualNode(cell, old)) continue;
    const after = printCell(cell.children, style);
    const [patched] = patches({ before: printCell(old.children, style), after, written: line.slice(from, to) });
    text += line.slice(copied, from) + (patched ?? after);
    copied = to;
  }
  return text + line.slice(copied);
}
