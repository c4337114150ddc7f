import * as formulajs from '@formulajs/formulajs';
import FormulaParser, { type Argument } from 'fast-formula-parser';
import { dateNumber } from '../model/literal';
import { flat, isGrid, MAX_SIDE, MAX_TEXT, numberOf, single, textOf, type Fn } from './arguments';
import { criterion, type Test } from './criteria';
import { choose, lookup, match, search, switchOn, xlookup } from './lookup';

const { FormulaError } = FormulaParser;

/** Results of the second library in the terms of the parser. */
function resultOf(value: unknown): unknown {
  if (value instanceof FormulaError) return value;
  if (value instanceof Error) return new FormulaError(value.message);
  if (value instanceof Date) return dateNumber(value.toISOString().slice(0, 10));
  return value === undefined ? FormulaError.VALUE : value;
}

/** Lists are one-dimensional for the second library. */
const plain = (argument: Argument): unknown => {
  if (argument.omitted) return undefined;
  if (!isGrid(argument.value)) {
    if (argument.value instanceof Error) throw argument.value;
    return argument.value;
  }
  const values = argument.value.flat();
  const failed = values.find((value) => value instanceof Error);
  if (failed) throw failed;
  return values;
};

type Library = Record<string, (...args: unknown[]) => unknown>;
const library = formulajs as unknown as Library;

/** Functions taken from the second library as they are. */
const TAKEN =
  'CUMIPMT CUMPRINC DB DDB EFFECT FV FVSCHEDULE IPMT IRR ISODD ISPMT MIRR NOMINAL NPER NPV PDURATION PEARSON PERMUT ' +
  'PERMUTATIONA PMT PPMT PV RATE RRI RSQ SKEW SLN SLOPE STEYX SYD TRIMMEAN XIRR XNPV CONVERT';

const taken = (name: string): [string, Fn] => {
  const run = library[name]!;
  return [name, (...args) => resultOf(run(...args.map(plain)))];
};

/** The numbers among arguments; text counts only when it is typed into the formula. */
function numbers(args: readonly Argument[]): number[] {
  const found: number[] = [];
  for (const argument of args) {
    if (!isGrid(argument.value) && !argument.isCellRef && !argument.isRangeRef) {
      if (!argument.omitted) found.push(numberOf(argument));
      continue;
    }
    for (const value of flat(argument)) {
      if (value instanceof Error) throw value;
      if (typeof value === 'number') found.push(value);
    }
  }
  return found;
}

const ofNumbers =
  (name: string): Fn =>
  (...args) => {
    const values = numbers(args);
    return values.length === 0 ? FormulaError.NUM : resultOf(library[name]!(values));
  };

/** The k-th of the sorted numbers, as `LARGE` and `SMALL` count them. */
const kth =
  (pick: (sorted: number[], k: number) => number | undefined): Fn =>
  (values, k) =>
    pick(
      Array.from(numbers([values!])).toSorted((a, b) => a - b),
      numberOf(k),
    ) ?? FormulaError.NUM;

function quantile(sorted: number[], share: number): number {
  if (sorted.length === 0 || share < 0 || share > 1) throw FormulaError.NUM;
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1);
}

const rank: Fn = (value, values, order) => {
  const wanted = numberOf(value);
  const all = numbers([values!]);
  if (!all.includes(wanted)) return FormulaError.NA;
  const isAscending = numberOf(order, 0) !== 0;
  return 1 + all.filter((each) => (isAscending ? each < wanted : each > wanted)).length;
};

/** Which cells pass all pairs of range and criterion. */
function passing(pairs: readonly Argument[]): boolean[] {
  const lists: [unknown[], Test][] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) lists.push([flat(pairs[at]!), criterion(single(pairs[at + 1]!))]);
  const { length } = lists[0]![0];
  if (lists.some(([values]) => values.length !== length)) throw FormulaError.VALUE;
  return Array.from({ length }, (_none, index) => lists.every(([values, test]) => test(values[index])));
}

const selected = (values: Argument, pairs: readonly Argument[]): number[] => {
  const cells = flat(values);
  const isPassing = passing(pairs);
  if (isPassing.length !== cells.length) throw FormulaError.VALUE;
  return cells.filter((value, index): value is number => isPassing[index]! && typeof value === 'number');
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): unknown =>
  values.length > 0 ? sum(values) / values.length : FormulaError.DIV0;
const extreme = (values: readonly number[], pick: (a: number, b: number) => number): number =>
  values.length > 0 ? values.reduce((a, b) => pick(a, b)) : 0;

/** Arguments that the parser hands over as references. */
interface Context {
  utils: { extractRefValue: (argument: unknown) => { val: unknown; isArray: boolean } };
}
const retrieved = (context: Context, args: readonly unknown[]): Argument[] =>
  args.map((argument) => {
    const { val, isArray } = context.utils.extractRefValue(argument);
    return { value: val, isArray };
  });

const byCriterion =
  (finish: (values: number[]) => unknown) =>
  (context: Context, ...args: unknown[]): unknown => {
    const [cells, wanted, values = cells] = retrieved(context, args);
    return finish(selected(values!, [cells!, wanted!]));
  };

const long = (text: string): string => {
  if (text.length > MAX_TEXT) throw FormulaError.VALUE;
  return text;
};

const substitute: Fn = (...args) => {
  const [text, before, after, which] = args;
  const [all, old, next] = [textOf(text!), textOf(before!), textOf(after!)];
  if (old === '') return all;
  const parts = all.split(old);
  if (!which || which.omitted) return long(parts.join(next));
  const count = numberOf(which);
  if (count >= parts.length) return all;
  return long(`${parts.slice(0, count).join(old)}${next}${parts.slice(count).join(old)}`);
};

const textJoin: Fn = (between, ignoreEmpty, ...args) => {
  const texts = args.flatMap((argument) => flat(argument).map((value) => textOf({ value })));
  return long(texts.filter((text) => !single(ignoreEmpty!) || text !== '').join(textOf(between!)));
};

const DAY_MS = 86_400_000;
const EPOCH = Date.UTC(1899, 11, 30);
/** The day `months` later, or the last day of that month. */
function monthLater(serial: number, months: number, isEnd: boolean): number {
  const date = new Date(EPOCH + Math.floor(serial) * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + Math.trunc(months)];
  const last = Date.UTC(year, month + 1, 0);
  const day = isEnd ? last : Math.min(Date.UTC(year, month, date.getUTCDate()), last);
  if (Number.isNaN(day)) throw FormulaError.NUM;
  return (day - EPOCH) / DAY_MS;
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined;
const small = (n: number): number => {
  if (n > MAX_SIDE) throw FormulaError.NUM;
  return n;
};

/** SH-01: functions that the parser lacks or gets wrong. None of them runs code from text or reaches the network. */
export const FUNCTIONS: Record<string, (...args: never[]) => unknown> = {
  ...Object.fromEntries(TAKEN.split(' ').map(taken)),
  ...Object.fromEntries(
    Object.entries({
      MEDIAN: 'MEDIAN',
      MODE: 'MODESNGL',
      'MODE.SNGL': 'MODESNGL',
      STDEV: 'STDEVS',
      'STDEV.S': 'STDEVS',
      'STDEV.P': 'STDEVP',
      STDEVP: 'STDEVP',
      VAR: 'VARS',
      'VAR.S': 'VARS',
      'VAR.P': 'VARP',
      VARP: 'VARP',
    }).map(([name, from]) => [name, ofNumbers(from)]),
  ),
  MAX: (...args: Argument[]) => extreme(numbers(args), Math.max),
  MIN: (...args: Argument[]) => extreme(numbers(args), Math.min),
  LARGE: kth((sorted, k) => sorted.at(-Math.ceil(k))),
  SMALL: kth((sorted, k) => (k >= 1 ? sorted[Math.ceil(k) - 1] : undefined)),
  PERCENTILE: kth(quantile),
  'PERCENTILE.INC': kth(quantile),
  QUARTILE: kth((sorted, k) => quantile(sorted, Math.trunc(k) / 4)),
  'QUARTILE.INC': kth((sorted, k) => quantile(sorted, Math.trunc(k) / 4)),
  RANK: rank,
  'RANK.EQ': rank,
  COUNTA: (...args: Argument[]) => args.flatMap(flat).filter(isFilled).length,
  COUNTBLANK: (cells: Argument) => flat(cells).filter((value) => !isFilled(value) || value === '').length,
  COUNTIF: (cells: Argument, wanted: Argument) => passing([cells, wanted]).filter(Boolean).length,
  COUNTIFS: (...pairs: Argument[]) => passing(pairs).filter(Boolean).length,
  SUMIF: byCriterion(sum),
  AVERAGEIF: byCriterion(mean),
  SUMIFS: (values: Argument, ...pairs: Argument[]) => sum(selected(values, pairs)),
  AVERAGEIFS: (values: Argument, ...pairs: Argument[]) => mean(selected(values, pairs)),
  MAXIFS: (values: Argument, ...pairs: Argument[]) => extreme(selected(values, pairs), Math.max),
  MINIFS: (values: Argument, ...pairs: Argument[]) => extreme(selected(values, pairs), Math.min),
  MATCH: match,
  XLOOKUP: xlookup,
  VLOOKUP: lookup(true),
  HLOOKUP: lookup(false),
  CHOOSE: choose,
  SEARCH: search,
  AVERAGE: (...args: Argument[]) => mean(numbers(args)),
  TRIM: (text: Argument) => textOf(text).trim().replace(/ {2,}/g, ' '),
  SWITCH: switchOn,
  SUBSTITUTE: substitute,
  TEXTJOIN: textJoin,
  UPPER: (text: Argument) => textOf(text).toUpperCase(),
  VALUE: (text: Argument) => numberOf({ value: textOf(text).replaceAll(',', '') }),
  REPT: (text: Argument, count: Argument) => {
    const [part, times] = [textOf(text), Math.trunc(numberOf(count))];
    return times < 0 || part.length * times > MAX_TEXT ? FormulaError.VALUE : part.repeat(times);
  },
  EDATE: (start: Argument, months: Argument) => monthLater(numberOf(start), numberOf(months), false),
  EOMONTH: (start: Argument, months: Argument) => monthLater(numberOf(start), numberOf(months), true),
  MUNIT: (side: Argument) => {
    const n = small(numberOf(side));
    return Array.from({ length: n }, (_none, row) => Array.from({ length: n }, (_cell, column) => +(row === column)));
  },
  WEBSERVICE: () => FormulaError.NAME,
};
