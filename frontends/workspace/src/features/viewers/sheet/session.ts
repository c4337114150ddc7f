import { Calculator, type CalculatorState } from './engine/calculator';
import type { Change, Result } from './engine/engine';
import { changedCell, distanceOf, sheetAfter, shownCell } from './cursor';
import { idOf } from './model/identity';
import { rangeOf, type Cell, type Range } from './model/address';
import { setCells, type CellEdit } from './model/edits';
import type { Reader } from './model/filter';
import { expanded, originOf } from './model/merges';
import { applyFilter, applyFilters, maskIn, readerOf, withFiltersOf } from './model/filtered';
import { apply, diff, editsOf, inverse, isEmpty, isForView, rebase, type Patch } from './model/patch';
import { printWorkbook } from './model/print-workbook';
import { show, type Shown } from './model/format';
import { keepFilters, withKeptFilters } from './model/kept-filters';
import { sizesOf } from './model/sizes';
import type { Opened } from './model/open-workbook';
import { parseWorkbook, type Problem, type Value, type Workbook, type Worksheet } from './model/workbook';
import { Results } from './results';

/** The text being typed into the selected cell. */
export interface Editing {
  text: string;
  /** Which field has the caret. */
  at: 'cell' | 'bar';
}

let sessions = 0;
const MAX_UNDO = 200;
const EMPTY_BOOK: Workbook = { sheets: [{ name: '', rows: [], members: [] }], members: [] };

/** One open sheet file: its text and cells, the results of formulas, the selection and the history. */
export class SheetSession {
  book: Workbook = EMPTY_BOOK;
  problem: Problem | undefined;
  /** Index of the worksheet that is shown. */
  active = 0;
  /** The cell that the selection started from, which is edited. */
  anchor: Cell = { row: 0, column: 0 };
  /** The other corner of the selection. */
  head: Cell = { row: 0, column: 0 };
  editing: Editing | undefined;
  /** The column whose filter is being chosen. */
  filtering: number | undefined;
  /** Of its elements: another pane may show another sheet. */
  readonly id = `sheet-${(sessions += 1)}`;
  /** The grid, while it is shown: takes the focus, and scrolls to the end of the selection. */
  readonly grid = { focus: () => {}, reveal: () => {} };
  /** Counts what the grid has to draw again. */
  version = 0;
  #text = '';
  readonly #results = new Results();
  #isLoading = false;
  #range: { anchor: Cell; head: Cell; members: Worksheet['members']; range: Range } | undefined;
  #undo: Patch[] = [];
  #redo: Patch[] = [];
  #listeners = new Set<() => void>();
  readonly #calculator = new Calculator((changes) => this.#calculated(changes));

  constructor(
    opened: Opened,
    private readonly onChange: (text: string) => void,
    private readonly file = '',
  ) {
    this.#read(opened);
    this.book = applyFilters(withKeptFilters(file, this.book), this.#resultsOf);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getVersion = (): number => this.version;

  get sheet(): Worksheet {
    return this.book.sheets[this.active]!;
  }

  get range(): Range {
    const { anchor, head, sheet } = this;
    const last = this.#range;
    if (last?.anchor === anchor && last.head === head && last.members === sheet.members) return last.range;
    this.#range = { anchor, head, members: sheet.members, range: expanded(sheet, rangeOf(anchor, head)) };
    return this.#range.range;
  }

  get calculation(): CalculatorState {
    return this.#calculator.state;
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#redo.length > 0;
  }

  valueAt(row: number, column: number): Value {
    return this.sheet.rows[row]?.cells[column] ?? null;
  }

  resultAt(row: number, column: number): Result | undefined {
    return this.#results.at(this.active, row, column);
  }

  /** What the grid shows of a cell. */
  shownAt(row: number, column: number): Shown {
    const value = this.valueAt(row, column);
    return show(value, { result: this.resultAt(row, column), mask: this.maskAt({ row, column }) });
  }

  /** Whether filters hide a row. */
  isHidden = (row: number): boolean => this.sheet.filter?.hidden?.has(row) ?? false;

  /** What filters compare. */
  get reader(): Reader {
    return readerOf(this.sheet, this.#resultsOf(this.active));
  }

  /** Another text whenever the cells, the styles or the results of a row have changed. */
  stampAt(row: number): string {
    const { rows, members } = this.sheet;
    return `${idOf(rows[row])} ${idOf(members)} ${this.#results.count(this.active, row)}`;
  }

  /** The number format of a cell. */
  maskAt(cell: Cell): string | undefined {
    return maskIn(this.sheet, cell);
  }

  /** Starts and ends the worker of the formulas, with the page that shows them. */
  start(): () => void {
    if (!this.problem) this.#load();
    return () => {
      keepFilters(this.file, this.book);
      this.#calculator.end();
    };
  }

  calculateAgain(): void {
    this.#load();
    this.changed();
  }

  select(anchor: Cell, head: Cell = anchor): void {
    this.anchor = originOf(this.sheet, anchor);
    this.head = head === anchor ? this.anchor : head;
    this.#keepShown();
    this.changed();
  }

  show(index: number): void {
    this.active = Math.min(Math.max(0, index), this.book.sheets.length - 1);
    this.editing = undefined;
    this.select({ row: 0, column: 0 });
  }

  edit(editing: Editing | undefined): void {
    this.editing = editing;
    this.changed();
  }

  /** Opens the filter of a column, or closes it. */
  chooseFilter(column: number | undefined): void {
    this.filtering = column;
    this.changed();
  }

  /** Hides the rows that filters do not show, as they are now. */
  applyFilters(): void {
    const sheets = this.book.sheets.map((sheet, index) => applyFilter(sheet, this.#resultsOf(index)));
    this.book = { ...this.book, sheets };
    this.#keepShown();
    this.changed();
  }

  setCells(edits: readonly CellEdit[]): void {
    this.change(setCells(this.book, this.active, edits));
  }

  /** Replaces the workbook by an edited one, which can be undone. */
  change(next: Workbook): void {
    const patch = diff(this.book, next);
    if (isEmpty(patch)) return this.changed();
    this.#undo.push(patch);
    if (this.#undo.length > MAX_UNDO) this.#undo.shift();
    this.#redo = [];
    this.#put(next, patch);
  }

  undo(): void {
    this.#step(this.#undo, this.#redo);
  }

  redo(): void {
    this.#step(this.#redo, this.#undo);
  }

  /** Shows the text of the file after it was changed elsewhere. The cursor stays at its cell. */
  take(text: string): void {
    if (text === this.#text) return;
    const [before, shown] = [this.book, this.active];
    const wasReadable = this.problem === undefined;
    this.#read({ text, parsed: parseWorkbook(text) });
    if (this.problem) return this.changed();
    if (wasReadable) this.book = applyFilters(withFiltersOf(before, this.book), this.#resultsOf);
    const patch = diff(before, this.book);
    const kept = (past: Patch[]) => past.flatMap((each) => rebase(each, patch) ?? []);
    [this.#undo, this.#redo] = wasReadable ? [kept(this.#undo), kept(this.#redo)] : [[], []];
    const active = sheetAfter(before, this.book, shown);
    // What is being typed belongs to the worksheet that is gone, to no other one.
    if (active === undefined) this.show(shown);
    else this.active = active;
    this.#moveCursor(patch);
    this.#calculate(wasReadable ? editsOf(patch) : undefined);
    this.changed();
  }

  changed(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  #read({ text, parsed }: Opened): void {
    this.#text = text;
    this.problem = 'problem' in parsed ? parsed.problem : undefined;
    if ('workbook' in parsed) this.book = parsed.workbook;
    this.active = Math.min(this.active, this.book.sheets.length - 1);
  }

  #put(next: Workbook, patch: Patch): void {
    this.book = applyFilters(next, this.#resultsOf);
    this.active = Math.min(this.active, next.sheets.length - 1);
    this.#keepShown();
    if (isForView(patch)) return this.changed();
    this.#text = printWorkbook(next);
    this.#calculate(editsOf(patch));
    this.changed();
    this.onChange(this.#text);
  }

  #calculate(edits: ReturnType<typeof editsOf>): void {
    if (edits && this.calculation !== 'stopped') this.#calculator.edit(edits);
    else this.#load();
  }

  #load(): void {
    this.#isLoading = true;
    this.#calculator.load(this.#text);
  }

  readonly #resultsOf = (sheet: number) => (row: number, column: number) => this.#results.at(sheet, row, column);

  /** Moves the cursor to a row that filters show. */
  #keepShown(): void {
    if (!this.isHidden(this.anchor.row)) return;
    const cell = shownCell(this.sheet, this.anchor);
    this.head = this.head.row === this.anchor.row ? { ...cell, column: this.head.column } : this.head;
    this.anchor = cell;
  }

  #step(from: Patch[], to: Patch[]): void {
    const patch = from.pop();
    if (!patch || this.problem) return;
    const back = inverse(patch);
    to.push(back);
    const next = apply(this.book, back);
    const done = diff(this.book, next);
    this.#selectChanged(back);
    if (isEmpty(done)) this.changed();
    else this.#put(next, done);
  }

  /** Selects the cell that an undo or redo changes. */
  #selectChanged(patch: Patch): void {
    this.active = (patch.rows[0] ?? patch.filters[0])?.sheet ?? this.active;
    const cell = changedCell(patch);
    if (cell) [this.anchor, this.head] = [cell, cell];
  }

  #moveCursor(patch: Patch): void {
    const distance = distanceOf(patch, this.active, this.anchor);
    if (distance === 0) return;
    const { rows } = sizesOf(this.sheet);
    const move = (cell: Cell): Cell => ({ ...cell, row: Math.min(rows - 1, Math.max(0, cell.row + distance)) });
    [this.anchor, this.head] = [move(this.anchor), move(this.head)];
  }

  #calculated(changes: readonly Change[]): void {
    this.#results.take(changes);
    // Most edits change no result, and then there is nothing to draw.
    if (changes.length === 0 && !this.#isLoading && this.calculation !== 'stopped') return;
    if (this.#isLoading && this.calculation === 'ready') {
      this.#isLoading = false;
      return this.applyFilters();
    }
    this.changed();
  }
}
