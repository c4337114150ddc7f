import { rangeOf, type Range } from './address';
import type { CellEdit } from './edits';
import { dateNumber, dateText } from './literal';
import { isFormula, moved } from './references';
import type { Value } from './workbook';

const ENDS_IN_NUMBER = /^(.*?)(\d{1,9})$/s;

/** A value `steps` further in the series that `values` begin. `steps` counts from the first of them. */
type Series = (steps: number) => Value;

/** The series of some cells: numbers and dates go on by their step, text by its last number, all else repeats. */
export function seriesOf(values: readonly Value[]): Series {
  const { length } = values;
  const repeat: Series = (steps) => values[((steps % length) + length) % length]!;
  if (values.every((value) => typeof value === 'number')) {
    const numbers = values as number[];
    if (length === 1) return repeat;
    const step = numbers[1]! - numbers[0]!;
    const isEven = numbers.every((value, at) => at === 0 || Math.abs(value - numbers[at - 1]! - step) < 1e-9);
    return isEven ? (steps) => Number((numbers[0]! + steps * step).toPrecision(15)) : repeat;
  }
  const days = values.map((value) => (typeof value === 'string' ? dateNumber(value) : undefined));
  if (days.every((day): day is number => Number.isInteger(day))) {
    const step = length === 1 ? 1 : days[1]! - days[0]!;
    return (steps) => dateText(days[0]! + steps * step);
  }
  const found = values.map((value) => (typeof value === 'string' ? ENDS_IN_NUMBER.exec(value) : null));
  const [first] = found;
  if (!first || !found.every((each) => each?.[1] === first[1])) return repeat;
  const start = Number(first[2]);
  const step = length === 1 ? 1 : Number(found[1]![2]) - start;
  const digits = first[2]!.startsWith('0') ? first[2]!.length : 0;
  return (steps) => first[1] + String(Math.max(0, start + steps * step)).padStart(digits, '0');
}

type Read = (row: number, column: number) => Value;

/** Lines from one to another that are shown. */
const shownLines = (from: number, to: number, isHidden: (line: number) => boolean): number[] =>
  Array.from({ length: to - from + 1 }, (_none, index) => from + index).filter((line) => !isHidden(line));

const shown = () => false;

/**
 * What filling from `source` over `target` writes. The target goes beyond the source on one side. Hidden rows are
 * neither read nor written.
 */
export function fillEdits(
  source: Range,
  target: Range,
  { read, isHidden = shown }: { read: Read; isHidden?: (row: number) => boolean },
): CellEdit[] {
  const isVertical = target.top < source.top || target.bottom > source.bottom;
  const edits: CellEdit[] = [];
  const [from, to] = isVertical ? [source.left, source.right] : [source.top, source.bottom];
  const [first, last] = isVertical ? [target.top, target.bottom] : [target.left, target.right];
  const [start, end] = isVertical ? [source.top, source.bottom] : [source.left, source.right];
  const lines = shownLines(first, last, isVertical ? isHidden : shown);
  const own = lines.filter((line) => line >= start && line <= end);
  if (own.length === 0) return edits;
  const begin = lines.indexOf(own[0]!);
  for (const line of shownLines(from, to, isVertical ? shown : isHidden)) {
    const values = own.map((index) => (isVertical ? read(index, line) : read(line, index)));
    const series = seriesOf(values);
    for (const [at, index] of lines.entries()) {
      if (index >= start && index <= end) continue;
      const steps = at - begin;
      const origin = ((steps % values.length) + values.length) % values.length;
      const value = values[origin]!;
      const distance = index - own[origin]!;
      const next = isFormula(value)
        ? moved(value, isVertical ? distance : 0, isVertical ? 0 : distance)
        : series(steps);
      edits.push(isVertical ? { row: index, column: line, value: next } : { row: line, column: index, value: next });
    }
  }
  return edits;
}

/** The range that dragging the fill handle to a cell covers: longer on the side where it was dragged furthest. */
export function fillTarget(source: Range, to: { row: number; column: number }): Range {
  const down = Math.max(to.row - source.bottom, source.top - to.row, 0);
  const across = Math.max(to.column - source.right, source.left - to.column, 0);
  if (down === 0 && across === 0) return source;
  const end = down >= across ? { row: to.row, column: source.left } : { row: source.top, column: to.column };
  const { top, left, bottom, right } = rangeOf({ row: source.top, column: source.left }, end);
  return { top, left, bottom: Math.max(bottom, source.bottom), right: Math.max(right, source.right) };
}
