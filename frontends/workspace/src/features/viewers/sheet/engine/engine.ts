import FormulaParser, { type CellRef, type Operand, type Operators, type RangeRef } from 'fast-formula-parser';
import { literalOf } from '../model/literal';
import { isFormula, MAX_FORMULA, referencesOf } from '../model/references';
import type { Value } from '../model/workbook';
import { Dependencies, type Precedent } from './dependencies';
import { FUNCTIONS } from './functions';

const { FormulaError } = FormulaParser;

/** The result of a formula. */
export type Result = number | string | boolean | { error: string };
/** A cell with a value: worksheet, row, column, value. */
export type Change = readonly [sheet: number, row: number, column: number, value: Result];
export interface Edit {
  sheet: number;
  row: number;
  column: number;
  value: Value;
}
export interface EngineSheet {
  name: string;
  rows: readonly (readonly Value[])[];
}

interface Formula {
  sheet: number;
  row: number;
  column: number;
  text: string;
  precedents: Precedent[];
  /** Gives another result each time. */
  isVolatile: boolean;
  value: Result;
  /** How many formulas it reads that are still to be calculated. */
  waiting: number;
}

/** Formulas beyond these limits show `#LIMIT!`. */
export const LIMITS = { formulas: 200_000, links: 30_000_000, cellsOfRange: 2_000_000, cellsRead: 300_000_000 };
const LIMIT = '#LIMIT!';
const CYCLE = '#CYCLE!';
const KEPT_CELLS = 4_000_000;
const TRIM_FROM = 10_000;
const VOLATILE = /\b(NOW|TODAY|RAND|RANDBETWEEN)\s*\(/i;

/** SH-01: the values of all formulas of a workbook. An edit calculates only what depends on it. */
export class Engine {
  #names = new Map<string, number>();
  #rows: Value[][][] = [];
  #widths: number[] = [];
  #formulas = new Map<string, Formula>();
  #dependencies = new Dependencies<Formula>();
  #dirty = new Set<Formula>();
  #ready: Formula[] = [];
  #ranges = new Map<string, unknown[][]>();
  #keptCells = 0;
  #cellsRead = 0;
  #results: Change[] = [];
  readonly #parser = new FormulaParser({
    onCell: (ref) => this.#cell(ref),
    onRange: (ref) => this.#range(ref),
    onVariable: () => {
      throw FormulaError.NAME;
    },
    functions: FUNCTIONS,
  });

  constructor(sheets: readonly EngineSheet[]) {
    correctOperators(this.#parser.utils);
    this.#names = new Map(sheets.map(({ name }, index) => [name.toLowerCase(), index]));
    this.#rows = sheets.map(({ rows }) => rows.map((row) => [...row]));
    this.#widths = this.#rows.map((rows) => rows.reduce((widest, { length }) => Math.max(widest, length), 0));
    for (const [sheet, rows] of this.#rows.entries())
      for (const [row, cells] of rows.entries())
        for (const [column, value] of cells.entries()) if (isFormula(value)) this.#add({ sheet, row, column, value });
    this.#start(this.#formulas.values());
  }

  /** Nothing is left to calculate. */
  get isDone(): boolean {
    return this.#dirty.size === 0;
  }

  edit(edits: readonly Edit[]): void {
    const seeds = new Set<Formula>(this.#dirty);
    for (const { sheet, row, column, value } of edits) {
      const rows = this.#rows[sheet];
      if (!rows) continue;
      while (rows.length <= row) rows.push([]);
      rows[row]![column] = value;
      this.#widths[sheet] = Math.max(this.#widths[sheet]!, column + 1);
      this.#drop(`${sheet}.${row}.${column}`, seeds);
      if (isFormula(value)) seeds.add(this.#add({ sheet, row, column, value }));
      this.#dependencies.each({ sheet, row, column }, (user) => seeds.add(user));
    }
    for (const formula of this.#formulas.values()) if (formula.isVolatile) seeds.add(formula);
    this.#start(seeds);
  }

  /** Calculates until everything is done or the time is over. Returns what has a value now. */
  run(until: () => boolean): Change[] {
    while (this.#ready.length > 0) {
      const formula = this.#ready.pop()!;
      if (this.#dirty.has(formula)) {
        this.#settle(formula, this.#cellsRead > LIMITS.cellsRead ? { error: LIMIT } : this.#calculate(formula));
        this.#dependencies.each(formula, (user) => {
          if (this.#dirty.has(user) && --user.waiting === 0) this.#ready.push(user);
        });
      }
      if (until()) return this.#results.splice(0);
    }
    // What waits for itself is never ready.
    for (const formula of this.#dirty) this.#settle(formula, { error: CYCLE });
    return this.#results.splice(0);
  }

  #settle(formula: Formula, value: Result): void {
    this.#dirty.delete(formula);
    formula.value = value;
    this.#results.push([formula.sheet, formula.row, formula.column, value]);
  }

  #add({ sheet, row, column, value }: Edit): Formula {
    const text = String(value);
    const precedents = referencesOf(text).flatMap((reference): Precedent[] => {
      const to = reference.sheet === undefined ? sheet : this.#names.get(reference.sheet.toLowerCase());
      const { top, left, bottom, right } = reference;
      return to === undefined ? [] : [{ sheet: to, top, left, bottom, right }];
    });
    const isVolatile = VOLATILE.test(text);
    const formula: Formula = { sheet, row, column, text, precedents, isVolatile, value: 0, waiting: 0 };
    this.#formulas.set(`${sheet}.${row}.${column}`, formula);
    this.#dependencies.add(formula, precedents);
    return formula;
  }

  #drop(key: string, seeds: Set<Formula>): void {
    const formula = this.#formulas.get(key);
    if (!formula) return;
    this.#formulas.delete(key);
    this.#dependencies.remove(formula, formula.precedents);
    seeds.delete(formula);
    this.#dirty.delete(formula);
  }

  /** Finds everything that depends on the formulas, and orders it. */
  #start(seeds: Iterable<Formula>): void {
    this.#ranges.clear();
    this.#keptCells = 0;
    this.#cellsRead = 0;
    const found = [...seeds];
    this.#dirty = new Set(found);
    for (const formula of found) formula.waiting = 0;
    let links = 0;
    for (let at = 0; at < found.length; at++) {
      links += this.#dependencies.each(found[at]!, (user) => {
        if (!this.#dirty.has(user)) {
          user.waiting = 0;
          this.#dirty.add(user);
          found.push(user);
        }
        user.waiting++;
      });
      if (links > LIMITS.links || found.length > LIMITS.formulas) return this.#refuse(found);
    }
    this.#ready = found.filter(({ waiting }) => waiting === 0);
  }

  #refuse(formulas: readonly Formula[]): void {
    this.#ready = [];
    for (const formula of formulas) this.#settle(formula, { error: LIMIT });
    this.#dirty.clear();
  }

  #calculate({ text, sheet, row, column }: Formula): Result {
    if (text.length > MAX_FORMULA) return { error: LIMIT };
    try {
      const position = { row: row + 1, col: column + 1, sheet: String(sheet) };
      return resultOf(this.#parser.parse(withSigns(text.slice(1)), position));
    } catch (error) {
      return { error: errorOf(error) };
    }
  }

  /** A worksheet that a reference names; the parser gives the formula's own as its index. */
  #sheet(name: string | undefined, isOwn: boolean): number {
    const index = isOwn ? Number(name) : this.#names.get((name ?? '').toLowerCase());
    if (index === undefined || Number.isNaN(index) || !this.#rows[index]) throw FormulaError.REF;
    return index;
  }

  #cell(ref: CellRef): unknown {
    return this.#valueAt(this.#sheetOf(ref.sheet), ref.row - 1, ref.col - 1);
  }

  #sheetOf(name: string | undefined): number {
    const own = this.#parser.position.sheet;
    return this.#sheet(name, name === own || name === undefined);
  }

  #valueAt(sheet: number, row: number, column: number): unknown {
    const value = this.#rows[sheet]![row]?.[column];
    if (!isFormula(value)) return literalOf(value);
    const result = this.#formulas.get(`${sheet}.${row}.${column}`)?.value ?? null;
    return typeof result === 'object' && result !== null ? new FormulaError(result.error) : result;
  }

  #range({ sheet: name, from, to }: RangeRef): unknown[][] {
    const sheet = this.#sheetOf(name);
    const [top, left] = [Math.min(from.row, to.row) - 1, Math.min(from.col, to.col) - 1];
    let [bottom, right] = [Math.max(from.row, to.row) - 1, Math.max(from.col, to.col) - 1];
    // Whole columns and rows end where the worksheet has cells.
    if ((bottom - top + 1) * (right - left + 1) > TRIM_FROM) {
      bottom = Math.max(top, Math.min(bottom, this.#rows[sheet]!.length - 1));
      right = Math.max(left, Math.min(right, this.#widths[sheet]! - 1));
    }
    const size = (bottom - top + 1) * (right - left + 1);
    if (size > LIMITS.cellsOfRange) throw new FormulaError(LIMIT);
    const key = `${sheet}.${top}.${left}.${bottom}.${right}`;
    const known = this.#ranges.get(key);
    this.#cellsRead += size;
    if (known) return known;
    const values = Array.from({ length: bottom - top + 1 }, (_row, row) =>
      Array.from({ length: right - left + 1 }, (_cell, column) => this.#valueAt(sheet, top + row, left + column)),
    );
    if (this.#keptCells + size <= KEPT_CELLS) {
      this.#keptCells += size;
      this.#ranges.set(key, values);
    }
    return values;
  }
}

/** Text is compared without case, and a sign makes text a number, as spreadsheets do it. */
function correctOperators(operators: Operators): void {
  const { _applyInfix: infix, _applyPrefix: prefix } = operators;
  const lower = (operand: Operand): Operand =>
    typeof operand.val === 'string' ? { ...operand, val: operand.val.toLowerCase() } : operand;
  operators._applyInfix = (left, sign, right) =>
    sign === '&' ? infix.call(operators, left, sign, right) : infix.call(operators, lower(left), sign, lower(right));
  operators._applyPrefix = (signs, value, isArray) => {
    const isNumber = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
    return prefix.call(operators, signs, isNumber ? Number(value) : value, isArray);
  };
}

// The parser reads 1E+5, but not 1E5.
const withSigns = (text: string): string =>
  text.replace(/"(?:[^"]|"")*"|(?<![\w$.])(\d+\.?\d*)[eE](\d+)\b/g, (whole, digits?: string, power?: string) =>
    digits === undefined ? whole : `${digits}E+${power}`,
  );

const MAX_TEXT = 32_767;

function resultOf(value: unknown): Result {
  if (value instanceof Error) return { error: errorOf(value) };
  if (value === null || value === undefined) return 0;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = String(value);
  return text.length > MAX_TEXT ? { error: '#VALUE!' } : text;
}

/** Errors that spreadsheets have a name for. */
const NAMED = /^#(NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|N\/A|LIMIT!|CYCLE!)$/;

function errorOf(error: unknown): string {
  if (!(error instanceof FormulaError)) return '#ERROR!';
  if (NAMED.test(error.error)) return error.error;
  return error.details instanceof FormulaError ? errorOf(error.details) : '#ERROR!';
}
