/** A longer table is slow to edit in a note, and belongs in a sheet. */
const MAX_ROWS = 300;

/**
 * ED-07: Markdown of a table that was copied from a spreadsheet or a page, which give its cells with tabs between them.
 * Undefined for any other text: rows of another length, or lines with an indent, which is kept.
 */
export function pastedTable(pasted: string): string | undefined {
  const rows = pasted
    .replace(/(?:\r\n?|\n)+$/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.split('\t'));
  const width = rows[0]!.length;
  if (rows.length < 2 || rows.length > MAX_ROWS || width < 2) return undefined;
  if (rows.some((row) => row.length !== width) || rows.some(([first]) => first === '' || first!.startsWith('    ')))
    return undefined;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const [head, ...body] = rows.map((row) => line(row.map((cell) => cell.trim().replaceAll('|', String.raw`\|`))));
  return [head, line(Array<string>(width).fill('---')), ...body].join('\n');
}
