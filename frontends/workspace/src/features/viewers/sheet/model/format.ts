import ssf from 'fast-formula-parser/ssf/ssf';
import type { Result } from '../engine/engine';
import { dateText, literalOf } from './literal';
import { isFormula } from './references';
import type { Value } from './workbook';

const ISO_DATE = /^\d{4}-/;

/** What the grid shows of a cell. */
export interface Shown {
  text: string;
  align: 'left' | 'right' | 'center';
  isError?: boolean;
}

const MAX_MASK = 100;
const MAX_SHOWN = 500;
const GENERAL = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12, useGrouping: false });
/** Formulas whose result is a date, although it is a number. */
const OF_DATE = /^=\s*(DATE|TODAY|EDATE|EOMONTH|WORKDAY|DATEVALUE)\s*\(/i;

const general = (value: number): string => {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return value.toExponential(5).replace(/\.?0+e/, 'e');
  return GENERAL.format(value);
};

function number(value: number, mask: string | undefined): string {
  if (!mask || mask.length > MAX_MASK) return general(value);
  try {
    return ssf.format(quoteSymbols(mask), value);
  } catch {
    return general(value);
  }
}

// The formatter takes only the dollar sign for text without quotes.
const quoteSymbols = (mask: string): string => mask.replace(/(?<!["\\])[€£¥](?!")/g, (symbol) => `"${symbol}"`);

/** SH-01: the text of a cell. `result` is the value of its formula, once it is calculated. */
export function show(
  value: Value | undefined,
  { result, mask }: { result?: Result | undefined; mask?: string | undefined },
): Shown {
  if (isFormula(value)) {
    if (result === undefined) return { text: '', align: 'left' };
    if (typeof result === 'object') return { text: result.error, align: 'center', isError: true };
    return plain(result, mask ?? (OF_DATE.test(value) ? 'yyyy-mm-dd' : undefined));
  }
  const literal = literalOf(value);
  // A date in the file is text, and is shown as it stands there unless a format is chosen.
  if (typeof literal === 'number' && typeof value === 'string' && (!mask || mask === 'yyyy-mm-dd'))
    return { text: ISO_DATE.test(value) ? value : number(literal, mask), align: 'right' };
  return plain(literal ?? '', mask);
}

function plain(value: Exclude<Result, object>, mask: string | undefined): Shown {
  if (typeof value === 'number') return { text: number(value, mask), align: 'right' };
  if (typeof value === 'boolean') return { text: value ? 'TRUE' : 'FALSE', align: 'center' };
  return { text: value.slice(0, MAX_SHOWN), align: 'left' };
}

/** What the formula bar and the cell editor show. */
export function editText(value: Value | undefined, mask: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number' && mask?.endsWith('%')) return `${Number((value * 100).toPrecision(15))}%`;
  if (typeof value === 'number' && mask && /y/i.test(mask)) return dateText(value);
  return String(value);
}

/** The mask with one decimal place more or less. */
export function withDecimals(mask: string | undefined, change: 1 | -1): string {
  const base = mask && /0/.test(mask) ? mask : '0';
  const decimals = /\.(0+)/.exec(base)?.[1]?.length ?? 0;
  const next = Math.min(10, Math.max(0, decimals + change));
  const part = next > 0 ? `.${'0'.repeat(next)}` : '';
  return decimals > 0 ? base.replace(/\.0+/, part) : base.replace(/0(?=[^0]*$)/, `0${part}`);
}
