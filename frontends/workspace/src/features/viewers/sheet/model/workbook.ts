import { sliceItems, sliceMembers, type Member } from './json-slices';

/** What a cell of `data` holds. Formulas are strings that start with `=`. */
export type Value = string | number | boolean | null;

/** One row of `data`. It is immutable, so an unchanged row is the same object. */
export interface Row {
  readonly cells: readonly Value[];
  /** The row as it stands in the file, in one line. */
  readonly source: string;
}

/** A condition for the cells of a column. */
export interface Condition {
  operator: 'contains' | 'equals' | 'greater' | 'less' | 'empty' | 'filled';
  value: string;
}

/** What a column shows: the texts that were chosen, those that meet a condition, or both. */
export interface ColumnFilter {
  column: number;
  values?: ReadonlySet<string>;
  condition?: Condition;
}

/** The filters of a worksheet, and the rows that they hid when they were last applied. They are not in the file. */
export interface SheetFilter {
  readonly columns: readonly ColumnFilter[];
  /** Undefined while they are still to be applied. */
  readonly hidden?: ReadonlySet<number>;
}

/** One worksheet: its rows, and all other members of the file in their order. */
export interface Worksheet {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly members: readonly Member[];
  readonly filter?: SheetFilter | undefined;
}

/** The content of a `.sheet.json` file. Every change makes a new one that shares what did not change. */
export interface Workbook {
  readonly sheets: readonly Worksheet[];
  readonly members: readonly Member[];
}

export type Problem = 'empty' | 'not-json' | 'no-worksheets' | 'no-rows';
export type Parsed = { workbook: Workbook } | { problem: Problem };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** SH-01: reads a file in the format of jspreadsheet. */
export function parseWorkbook(text: string): Parsed {
  const steps = readSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Rows that are read in one step. */
const STEP_ROWS = 1_000;

/** Reads a file in steps, none of which takes long. */
export function* readSteps(text: string): Generator<undefined, Parsed> {
  if (text.trim() === '') return { problem: 'empty' };
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return { problem: 'not-json' };
  }
  if (!isObject(file) || !Array.isArray(file.worksheets) || file.worksheets.length === 0)
    return { problem: 'no-worksheets' };
  if (!file.worksheets.every(isObject)) return { problem: 'no-worksheets' };
  const areRows = ({ data }: Record<string, unknown>) =>
    data === undefined || (Array.isArray(data) && data.every((row) => Array.isArray(row)));
  if (!file.worksheets.every(areRows)) return { problem: 'no-rows' };
  yield;
  const members = sliceMembers(text);
  yield;
  const sources = sliceItems(members.findLast(({ key }) => key === 'worksheets')!.source);
  const sheets: Worksheet[] = [];
  for (const [index, sheet] of (file.worksheets as Record<string, unknown>[]).entries())
    sheets.push(yield* readSheet(sheet, sources[index]!));
  return { workbook: { members, sheets: withNames(sheets) } };
}

function* readSheet(sheet: Record<string, unknown>, source: string): Generator<undefined, Worksheet> {
  yield;
  const members = sliceMembers(source);
  yield;
  const data = (sheet.data ?? []) as unknown[][];
  const sources = data.length > 0 ? sliceItems(members.findLast(({ key }) => key === 'data')!.source) : [];
  const rows: Row[] = [];
  for (const [index, cells] of data.entries()) {
    if (index % STEP_ROWS === 0) yield;
    rows.push({ cells: cells.map(valueOf), source: oneLine(sources[index]!) });
  }
  return { name: typeof sheet.worksheetName === 'string' ? sheet.worksheetName : '', rows, members };
}

const valueOf = (value: unknown): Value =>
  typeof value === 'object' && value ? JSON.stringify(value) : (value as Value);

// A string of JSON has no line break, so all of them are space.
const oneLine = (source: string): string => (source.includes('\n') ? source.replace(/\s*\n\s*/g, '') : source);

/** Worksheets without a name of their own are called as jspreadsheet calls them. */
function withNames(sheets: Worksheet[]): Worksheet[] {
  const taken = new Set(sheets.map(({ name }) => name.toLowerCase()));
  const seen = new Set<string>();
  return sheets.map((sheet) => {
    const isOwn = sheet.name !== '' && !seen.has(sheet.name.toLowerCase());
    const name = isOwn ? sheet.name : freeName(taken);
    seen.add(name.toLowerCase());
    taken.add(name.toLowerCase());
    return { ...sheet, name };
  });
}

/** The first of `Sheet1`, `Sheet2` … that is not taken. */
export function freeName(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`sheet${number}`)) number++;
  return `Sheet${number}`;
}

export const makeRow = (cells: readonly Value[]): Row => ({ cells, source: JSON.stringify(cells) });

const EMPTY_ROW = makeRow([]);
export const emptyRow = (): Row => EMPTY_ROW;

const parsedMembers = new WeakMap<Member, unknown>();

/** The member of that name, parsed; undefined when it is absent. */
export function member(of: Pick<Worksheet, 'members'>, key: string): unknown {
  const found = of.members.findLast((each) => each.key === key);
  if (!found) return undefined;
  if (!parsedMembers.has(found)) parsedMembers.set(found, JSON.parse(found.source));
  return parsedMembers.get(found);
}

/** A member set to a value, or removed when the value is undefined. */
export function withMember(sheet: Worksheet, key: string, value: unknown): Worksheet {
  const others = sheet.members.filter((each) => each.key !== key);
  if (value === undefined) return others.length === sheet.members.length ? sheet : { ...sheet, members: others };
  const next = { key, source: JSON.stringify(value) };
  const at = sheet.members.findLastIndex((each) => each.key === key);
  return { ...sheet, members: at < 0 ? [...sheet.members, next] : sheet.members.with(at, next) };
}
