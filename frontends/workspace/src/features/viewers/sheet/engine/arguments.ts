import FormulaParser, { type Argument } from 'fast-formula-parser';
import { dateNumber } from '../model/literal';

const { FormulaError } = FormulaParser;

export type Fn = (...args: Argument[]) => unknown;

/** The longest text that a cell of a spreadsheet holds. */
export const MAX_TEXT = 32_767;
export const MAX_SIDE = 1_000;

export const isGrid = (value: unknown): value is unknown[][] => Array.isArray(value) && Array.isArray(value[0]);
export const flat = ({ value }: Argument): unknown[] => (isGrid(value) ? value.flat() : [value]);

export function single({ value }: Argument): unknown {
  const found = isGrid(value) ? value[0]![0] : value;
  if (found instanceof Error) throw found;
  return found;
}

export function numberOf(argument: Argument | undefined, absent?: number): number {
  if (argument === undefined || argument.omitted) {
    if (absent === undefined) throw FormulaError.VALUE;
    return absent;
  }
  const value = single(argument);
  const number = typeof value === 'string' ? (dateNumber(value) ?? Number(value)) : Number(value);
  if (Number.isNaN(number) || value === '') throw FormulaError.VALUE;
  return number;
}

export const textOf = (argument: Argument): string => {
  const value = single(argument);
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
};
