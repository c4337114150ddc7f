import { sliceMembers, type Member } from './json-slices';
import type { Row, Workbook, Worksheet } from './workbook';

/** Printed worksheets, so that an edit prints only the one it changed. */
const printed = new WeakMap<Worksheet, string>();

/**
 * Items of `data` and members, one a line. The empty line after each keeps a merge by lines from taking changes of
 * neighbouring rows for a conflict, and the comma stands before an item so that a new last row changes no other line.
 */
const SEPARATOR = '\n\n,';
function lines([first = '', ...others]: readonly string[]): string {
  // Engines add strings without copying them, and a worksheet is part of its file: joining would copy all of it thrice.
  let text = `\n${first}`;
  for (const item of others) text += SEPARATOR + item;
  return `${text}\n\n`;
}

/** Rows that are printed together. */
const BLOCK = 128;

interface Block {
  rows: readonly Row[];
  text: string;
}

/** Printed blocks by their first row, so that an edit prints the rows around it and not the whole worksheet. */
const blocks = new WeakMap<Row, Block>();

function printBlock(rows: readonly Row[]): string {
  const known = blocks.get(rows[0]!);
  if (known?.rows.length === rows.length && known.rows.every((row, at) => row === rows[at])) return known.text;
  const text = rows.map(({ source }) => source).join(SEPARATOR);
  blocks.set(rows[0]!, { rows, text });
  return text;
}

function printRows(rows: readonly Row[]): string {
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += BLOCK) parts.push(printBlock(rows.slice(at, at + BLOCK)));
  return `[${lines(parts)}]`;
}

/** The text of a file. */
export function printWorkbook({ members, sheets }: Workbook): string {
  const worksheets = `[${lines(sheets.map(printSheet))}]`;
  return `${printMembers(members, 'worksheets', worksheets)}\n`;
}

function printSheet(sheet: Worksheet): string {
  const known = printed.get(sheet);
  if (known !== undefined) return known;
  const members = withName(sheet).map((each) =>
    each.key === 'style' ? { ...each, source: printLines(each.source) } : each,
  );
  const hasData = members.some(({ key }) => key === 'data');
  const all = hasData || sheet.rows.length === 0 ? members : [...members, { key: 'data', source: '' }];
  const text = printMembers(all, 'data', printRows(sheet.rows));
  printed.set(sheet, text);
  return text;
}

function withName({ name, members }: Worksheet): readonly Member[] {
  const at = members.findLastIndex(({ key }) => key === 'worksheetName');
  const next = { key: 'worksheetName', source: JSON.stringify(name) };
  return at < 0 ? [next, ...members] : members.with(at, next);
}

/** The members of an object, one a line. */
function printLines(source: string): string {
  if (!source.startsWith('{')) return source;
  const items = sliceMembers(source).map(({ key, source: value }) => `${JSON.stringify(key)}: ${value}`);
  return items.length > 0 ? `{${lines(items)}}` : '{}';
}

function printMembers(members: readonly Member[], key: string, source: string): string {
  const items = members.map((each) => `${JSON.stringify(each.key)}: ${each.key === key ? source : each.source}`);
  return `{${lines(items)}}`;
}
