export type SheetValue = string | number | boolean;

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly SheetValue[])[];
  /** Number formats by cell name. */
  readonly masks?: Readonly<Record<string, string>>;
  /** Of columns, in pixels. */
  readonly widths?: readonly (number | undefined)[];
  /** Of rows that are higher than others, in pixels. */
  readonly heights?: Readonly<Record<number, number>>;
  /** CSS by cell name. */
  readonly style?: Readonly<Record<string, string>>;
  /** Columns and rows of merged cells, by the name of the first one. */
  readonly mergeCells?: Readonly<Record<string, readonly [number, number]>>;
  /** First rows and columns that stay in view. */
  readonly freezeRows?: number;
  readonly freezeColumns?: number;
}

const MAX_WIDTH = 800;

/** One item a line with an empty line after it, as the editor of sheets writes them, so that changes merge by rows. */
const lines = (items: readonly string[]): string => (items.length > 0 ? `\n${items.join('\n\n,')}\n\n` : '');

function printMembers(members: Readonly<Record<string, string | undefined>>): string {
  const items = Object.entries(members).filter((each): each is [string, string] => each[1] !== undefined);
  return `{${lines(items.map(([key, source]) => `${JSON.stringify(key)}: ${source}`))}}`;
}

/** A member of the file; empty ones are left out. */
const printed = (value: object | number | undefined): string | undefined =>
  value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
    ? undefined
    : JSON.stringify(value);

function printSheet(sheet: Sheet): string {
  const { name, rows, masks = {}, widths, heights = {}, style = {} } = sheet;
  const cells = Object.fromEntries(Object.entries(masks).map(([cell, mask]) => [cell, { mask }]));
  const columns = widths?.map((width) => (width ? { width: Math.min(MAX_WIDTH, Math.round(width)) } : {}));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return printMembers({
    worksheetName: JSON.stringify(name),
    minDimensions: JSON.stringify([Math.max(8, width), Math.max(20, rows.length)]),
    data: `[${lines(rows.map((row) => JSON.stringify(row)))}]`,
    columns: columns && columns.length > 0 ? JSON.stringify(columns) : undefined,
    rows: printed(Object.fromEntries(Object.entries(heights).map(([row, height]) => [row, { height }]))),
    mergeCells: printed(sheet.mergeCells),
    freezeRows: printed(sheet.freezeRows),
    freezeColumns: printed(sheet.freezeColumns),
    cells: printed(cells),
    style: Object.keys(style).length > 0 ? printMembers(quoted(style)) : undefined,
  });
}

const quoted = (style: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(style).map(([cell, css]) => [cell, JSON.stringify(css)]));

/** The text of a `.sheet.json` file. */
export function printSheets(sheets: readonly Sheet[]): string {
  const worksheets = `[${lines(sheets.map(printSheet))}]`;
  return `${printMembers({ tabs: 'true', toolbar: 'true', worksheets })}\n`;
}
