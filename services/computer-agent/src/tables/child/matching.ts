import type { ColumnKind, Filter, Operator } from '../messages.js';

const FIGURE = /^\s*[-+]?(\d[\d.,\s]*)?\d([eE][-+]?\d+)?\s*%?\s*$/;
const MOMENT = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:?\d\d)?)?$/;
const THOUSANDS = /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/;

/** The number that a cell shows; NaN when it is none. */
export function numberOf(cell: string): number {
  if (cell === '') return NaN;
  const plain = Number(cell);
  if (!Number.isNaN(plain)) return cell.trim() === '' ? NaN : plain;
  if (!FIGURE.test(cell)) return NaN;
  const figure = cell.replace(/[\s%]/g, '');
  if (THOUSANDS.test(figure)) return Number(figure.replaceAll(',', ''));
  // 1.234,5 and 0,5 are written where the decimal sign is the comma.
  return Number(figure.includes(',') ? figure.replaceAll('.', '').replace(',', '.') : figure);
}

/** What the cells of a column are, by a sample of its rows. */
export function kindOf(cells: readonly (string | undefined)[]): ColumnKind {
  const filled = cells.filter((cell): cell is string => cell !== undefined && cell !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((cell) => !Number.isNaN(numberOf(cell)))) return 'number';
  return filled.every((cell) => MOMENT.test(cell)) ? 'time' : 'text';
}

const COMPARES: Record<Exclude<Operator, 'contains' | 'is' | 'isNot'>, (order: number) => boolean> = {
  less: (order) => order < 0,
  atMost: (order) => order <= 0,
  greater: (order) => order > 0,
  atLeast: (order) => order >= 0,
};

/** Tests one cell. Letters are compared without case, values that are both numbers as numbers. */
export function testOf({ operator, value }: Filter): (cell: string) => boolean {
  const wanted = value.toLowerCase();
  if (operator === 'contains') return (cell) => cell.toLowerCase().includes(wanted);
  const figure = numberOf(value);
  // Above that, different numbers, such as ids of 64 bits, are the same double.
  const isExact = Math.abs(figure) <= Number.MAX_SAFE_INTEGER;
  const isSame = (cell: string) => cell.toLowerCase() === wanted || (isExact && numberOf(cell) === figure);
  if (operator === 'is') return isSame;
  if (operator === 'isNot') return (cell) => !isSame(cell);
  const compares = COMPARES[operator];
  return (cell) => {
    if (cell === '') return false;
    const number = numberOf(cell);
    if (!Number.isNaN(figure)) return !Number.isNaN(number) && compares(number - figure);
    return compares(compareTexts(cell.toLowerCase(), wanted));
  };
}

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Tests a row by all filters. */
export function matcherOf(filters: readonly Filter[]): (cells: readonly string[]) => boolean {
  const tests = filters.map((filter) => ({ column: filter.column, test: testOf(filter) }));
  return (cells) =>
    tests.every(({ column, test }) => (column < 0 ? cells.some((cell) => test(cell)) : test(cells[column] ?? '')));
}

/** A test of the whole text of a row, which is faster than one of its cells, and true for every row that matches. */
export function textTestOf(filters: readonly Filter[]): (row: string) => boolean {
  const words = filters
    // Two quotes in a cell stand for one.
    .filter(({ operator, value }) => operator === 'contains' && !value.includes('"'))
    .map(({ value }) => value.toLowerCase());
  if (words.length === 0) return () => true;
  return (row) => {
    const text = row.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
