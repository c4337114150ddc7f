import type { Value } from './workbook';

const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?(e[+-]?\d{1,3})?$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of the dates of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);

/** The number that spreadsheets count a date by; undefined for text that is no date. */
export function dateNumber(text: string): number | undefined {
  const found = DATE.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second));
  const isReal = date.getUTCMonth() === month! - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? (date.getTime() - EPOCH) / DAY_MS : undefined;
}

/** The date of a number, as text like `2026-11-22`. */
export const dateText = (serial: number): string =>
  new Date(EPOCH + Math.round(serial) * DAY_MS).toISOString().slice(0, 10);

/**
 * What a cell without a formula counts as. Numbers and dates may stand as text in a file; 007 and phone numbers do not.
 */
export function literalOf(value: Value | undefined): Exclude<Value, undefined> {
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') return value;
  if (value.startsWith("'")) return value.slice(1);
  if (value.length <= 32 && NUMBER.test(value)) return Number(value);
  return dateNumber(value) ?? value;
}

/** What the user typed: the value for the file, and the number format that the text implies. */
export interface Typed {
  value: Value;
  mask?: string;
}

const PERCENT = /^(-?\d{1,12})(\.\d{1,10})?\s?%$/;
const CURRENCY = /^(-?)([€$£¥])\s?(\d{1,12}|\d{1,3}(?:,\d{3})+)(\.\d{1,4})?$/;

/** A value as typed. Text stays text unless its number prints back the same. */
export function typed(text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return { value: text };
  if (trimmed.startsWith('=')) return { value: trimmed };
  if (NUMBER.test(trimmed) && String(Number(trimmed)) === trimmed) return { value: Number(trimmed) };
  if (/^(true|false)$/i.test(trimmed)) return { value: /^t/i.test(trimmed) };
  const percent = PERCENT.exec(trimmed);
  if (percent) {
    const decimals = (percent[2]?.length ?? 1) - 1;
    const value = Number((Number(percent[1] + (percent[2] ?? '')) / 100).toPrecision(15));
    return { value, mask: decimals > 0 ? `0.${'0'.repeat(decimals)}%` : '0%' };
  }
  const currency = CURRENCY.exec(trimmed);
  if (currency) {
    const [, sign, symbol, whole, part = ''] = currency;
    return { value: Number(sign + whole!.replaceAll(',', '') + part), mask: `${symbol} #,##0${part ? '.00' : ''}` };
  }
  if (/^-?0?\.\d+$|^-?\d{1,15}\.\d*0$/.test(trimmed)) return { value: Number(trimmed) };
  return { value: text };
}
