const MAX_CELLS = 500_000;
const NEEDS_QUOTES = /[\t\n\r"]/;

/** Tab-separated text, as spreadsheets put it on the clipboard. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows
    .map((row) => row.map((text) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'))
    .join('\n');

/** Reads tab-separated text. Cells in quotes may have tabs and line breaks. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cells = 0;
  let at = 0;
  while (at < text.length && cells < MAX_CELLS) {
    let cell = '';
    if (text[at] === '"') {
      const pattern = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
      pattern.lastIndex = at;
      const quoted = pattern.exec(text);
      if (quoted) {
        cell = quoted[1]!.replaceAll('""', '"');
        at += quoted[0].length;
      }
    }
    if (cell === '') {
      const end = /[\t\r\n]|$/g;
      end.lastIndex = at;
      const { index } = end.exec(text)!;
      cell = text.slice(at, index);
      at = index;
    }
    rows.at(-1)!.push(cell);
    cells++;
    if (text[at] === '\t') {
      at++;
      if (at === text.length) rows.at(-1)!.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      if (at < text.length) rows.push([]);
    }
  }
  return rows;
}
