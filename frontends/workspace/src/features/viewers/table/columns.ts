import type { Row, TableFacts } from './rows';

const MIN_WIDTH = 64;
const MAX_WIDTH = 340;
/** Average width of a character, and what surrounds the text of a cell. */
const CHARACTER = 7.6;
const SPACE = 24;
/** What surrounds the name in a head: the icon, the arrow of a sorted column, and space. */
const HEAD_SPACE = 64;
const SAMPLE_ROWS = 100;
/** Of a column that is fitted by hand. */
const MAX_FITTED = 800;

/** Widths in pixels that fit most cells. */
export function widthsOf({ columns }: TableFacts, row: (index: number) => Row | undefined): number[] {
  const sample = Array.from({ length: SAMPLE_ROWS }, (_none, index) => row(index)?.cells ?? []);
  return columns.map(({ name }, column) => widthOf(name, column, { rows: sample, most: MAX_WIDTH }));
}

type Cells = readonly (string | undefined)[];

function widthOf(name: string, column: number, { rows, most }: { rows: readonly Cells[]; most: number }): number {
  const longest = rows.reduce((length, cells) => Math.max(length, cells[column]?.length ?? 0), 0);
  const width = Math.max(name.length * CHARACTER + HEAD_SPACE, longest * CHARACTER + SPACE);
  return Math.round(Math.min(most, Math.max(MIN_WIDTH, width)));
}

/** The width in pixels that fits a column in these rows. */
export const fittedWidth = (name: string, column: number, rows: readonly Cells[]): number =>
  widthOf(name, column, { rows, most: MAX_FITTED });

/** Where each column begins, and where the last one ends. */
export function edgesOf(widths: readonly number[]): number[] {
  const edges = [0];
  for (const width of widths) edges.push(edges.at(-1)! + width);
  return edges;
}

/** First and last column between two edges in pixels, with one more on each side. */
export function columnsBetween(edges: readonly number[], left: number, right: number): [first: number, last: number] {
  const count = edges.length - 1;
  let first = 0;
  while (first < count - 1 && edges[first + 1]! <= left) first++;
  let last = first;
  while (last < count - 1 && edges[last + 1]! < right) last++;
  return [Math.max(0, first - 1), Math.min(count - 1, last + 1)];
}
