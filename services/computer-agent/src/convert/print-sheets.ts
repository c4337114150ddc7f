export type SheetValue = string | number | boolean;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly SheetValue[])[];
  /** Number formats by cell name. */
  readonly masks?: Readonly<Record<string, string>>;
  /** Of columns, in pixels. */
  readonly widths?: readonly (number | undefined)[];
}

const MAX_WIDTH = 800;

/** One item a line with an empty line after it, as the editor of sheets writes them, so that changes merge by rows. */
const lines = (items: readonly string[]): string => (items.length > 0 ? `\n${items.join('\n\n,')}\n\n` : '');

function printMembers(members: Readonly<Record<string, string | undefined>>): string {
  const items = Object.entries(members).filter((each): each is [string, string] => each[1] !== undefined);
  return `{${lines(items.map(([key, source]) => `${JSON.stringify(key)}: ${source}`))}}`;
}

function printSheet({ name, rows, masks = {}, widths }: Sheet): string {
  const cells = Object.fromEntries(Object.entries(masks).map(([cell, mask]) => [cell, { mask }]));
  const columns = widths?.map((width) => (width ? { width: Math.min(MAX_WIDTH, Math.round(width)) } : {}));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return printMembers({
    worksheetName: JSON.stringify(name),
    minDimensions: JSON.stringify([Math.max(8, width), Math.max(20, rows.length)]),
    data: `[${lines(rows.map((row) => JSON.stringify(row)))}]`,
    columns: columns && columns.length > 0 ? JSON.stringify(columns) : undefined,
    cells: Object.keys(cells).length > 0 ? JSON.stringify(cells) : undefined,
  });
}

/** The text of a `.sheet.json` file. */
export function printSheets(sheets: readonly Sheet[]): string {
  const worksheets = `[${lines(sheets.map(printSheet))}]`;
  return `${printMembers({ tabs: 'true', toolbar: 'true', worksheets })}\n`;
}
