import FormulaParser, { type Argument } from 'fast-formula-parser';
import { flat, isGrid, MAX_SIDE, numberOf, single, textOf, type Fn } from './arguments';
import { criterion } from './criteria';

const { FormulaError } = FormulaParser;

const same = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;
const isOrdered = (a: unknown, b: unknown): boolean =>
  typeof a === typeof b &&
  (typeof a === 'string' ? a.toLowerCase() <= String(b).toLowerCase() : (a as number) <= (b as number));

export const match: Fn = (value, values, kind) => {
  const wanted = single(value!);
  const cells = flat(values!);
  const type = numberOf(kind, 1);
  if (type === 0) {
    const test = typeof wanted === 'string' ? criterion(`=${wanted}`) : (cell: unknown) => same(cell, wanted);
    const at = cells.findIndex((cell) => test(cell));
    return at < 0 ? FormulaError.NA : at + 1;
  }
  let found = 0;
  for (const [index, cell] of cells.entries()) {
    if (cell === null || typeof cell !== typeof wanted) continue;
    if (type > 0 ? isOrdered(cell, wanted) : isOrdered(wanted, cell)) found = index + 1;
    else break;
  }
  return found === 0 ? FormulaError.NA : found;
};

export const xlookup: Fn = (...args) => {
  const [value, values, results, absent] = args;
  const wanted = single(value!);
  const at = flat(values!).findIndex((cell) => same(cell, wanted));
  if (at >= 0) return flat(results!)[at] ?? 0;
  return absent && !absent.omitted ? single(absent) : FormulaError.NA;
};

export const lookup =
  (isVertical: boolean): Fn =>
  (...args) => {
    const [wanted, table, index, kind] = args;
    const cells = isGrid(table!.value) ? table!.value : [[table!.value]];
    const lines = isVertical ? cells : cells[0]!.map((_cell, column) => cells.map((row) => row[column]));
    const at = Math.trunc(numberOf(index)) - 1;
    if (at < 0) return FormulaError.VALUE;
    if (at >= lines[0]!.length) return FormulaError.REF;
    const type = kind && !kind.omitted && !numberOf(kind) ? 0 : 1;
    const found = match(wanted!, { value: lines.map((line) => [line[0]]) }, { value: type });
    return typeof found === 'number' ? (lines[found - 1]![at] ?? 0) : found;
  };

export const choose = (_context: unknown, index: Argument, ...options: Argument[]): unknown => {
  const option = options[Math.trunc(numberOf(index)) - 1];
  return option ? (single(option) ?? 0) : FormulaError.VALUE;
};

export const search: Fn = (wanted, text, start) => {
  const [part, whole] = [textOf(wanted!).toLowerCase(), textOf(text!).toLowerCase()];
  const first = Math.trunc(numberOf(start, 1)) - 1;
  if (first < 0 || first > whole.length) return FormulaError.VALUE;
  if (!/[*?~]/.test(part)) {
    const at = whole.indexOf(part, first);
    return at < 0 ? FormulaError.VALUE : at + 1;
  }
  const test = criterion(`=${part}*`);
  for (let at = first; at < Math.min(whole.length, MAX_SIDE); at++) if (test(whole.slice(at))) return at + 1;
  return FormulaError.VALUE;
};

export const switchOn: Fn = (value, ...pairs) => {
  const wanted = single(value!);
  for (let at = 0; at + 1 < pairs.length; at += 2) if (same(single(pairs[at]!), wanted)) return single(pairs[at + 1]!);
  return pairs.length % 2 === 1 ? single(pairs.at(-1)!) : FormulaError.NA;
};
