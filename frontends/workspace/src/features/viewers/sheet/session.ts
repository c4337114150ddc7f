import { Calculator, type CalculatorState } from './engine/calculator';
import type { Change, Result } from './engine/engine';
import { cellName, rangeOf, type Cell, type Range } from './model/address';
import { entriesOf, setCells, type CellEdit } from './model/edits';
import { apply, diff, editsOf, inverse, isEmpty, rebase, type Patch } from './model/patch';
import { printWorkbook } from './model/print-workbook';
import { sizesOf } from './model/sizes';
import { parseWorkbook, type Problem, type Value, type Workbook, type Worksheet } from './model/workbook';

/** The text being typed into the selected cell. */
export interface Editing {
  text: string;
  /** Which field has the caret. */
  at: 'cell' | 'bar';
}

let sessions = 0;
const MAX_UNDO = 200;
const COLUMNS = 16_384;
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
  /** Of its elements: another pane may show another sheet. */
  readonly id = `sheet-${(sessions += 1)}`;
  /** Gives the focus to the grid, while it is shown. */
  focusGrid: () => void = () => undefined;
  /** Counts what the grid has to draw again. */
  version = 0;
  #text = '';
  #results: Map<number, Result>[] = [];
  /** Counts the results of each row, which change without its cells. */
  #counts: Map<number, number>[] = [];
  #ids = new WeakMap<object, number>();
  #lastId = 0;
  #undo: Patch[] = [];
  #redo: Patch[] = [];
  #listeners = new Set<() => void>();
  readonly #calculator = new Calculator((changes) => this.#calculated(changes));

  constructor(
    text: string,
    private readonly onChange: (text: string) => void,
  ) {
    this.#read(text);
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
    return rangeOf(this.anchor, this.head);
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
    return this.#results[this.active]?.get(row * COLUMNS + column);
  }

  /** Another text whenever the cells, the styles or the results of a row have changed. */
  stampAt(row: number): string {
    const { rows, members } = this.sheet;
    return `${this.#idOf(rows[row])} ${this.#idOf(members)} ${this.#counts[this.active]?.get(row) ?? 0}`;
  }

  /** The number format of a cell. */
  maskAt({ row, column }: Cell): string | undefined {
    const own = entriesOf(this.sheet, 'cells')[cellName({ row, column })];
    const mask = typeof own === 'object' && own !== null ? (own as { mask?: unknown }).mask : undefined;
    return typeof mask === 'string' ? mask : undefined;
  }

  /** Starts and ends the worker of the formulas, with the page that shows them. */
  start(): () => void {
    if (!this.problem) this.#calculator.load(this.#text);
    return () => this.#calculator.end();
  }

  calculateAgain(): void {
    this.#calculator.load(this.#text);
    this.changed();
  }

  select(anchor: Cell, head: Cell = anchor): void {
    this.anchor = anchor;
    this.head = head;
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
    const before = this.book;
    const wasReadable = this.problem === undefined;
    this.#read(text);
    if (this.problem) return this.changed();
    const patch = diff(before, this.book);
    const kept = (past: Patch[]) => past.flatMap((each) => rebase(each, patch) ?? []);
    [this.#undo, this.#redo] = wasReadable ? [kept(this.#undo), kept(this.#redo)] : [[], []];
    if (patch.books)
      this.active = Math.max(
        0,
        this.book.sheets.findIndex(({ name }) => name === before.sheets[this.active]?.name),
      );
    this.#moveCursor(patch);
    const edits = wasReadable ? editsOf(patch) : undefined;
    this.#calculate(edits);
    this.changed();
  }

  changed(): void {
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  #idOf(object: object | undefined): number {
    if (!object) return 0;
    const known = this.#ids.get(object) ?? ++this.#lastId;
    this.#ids.set(object, known);
    return known;
  }

  #read(text: string): void {
    this.#text = text;
    const parsed = parseWorkbook(text);
    this.problem = 'problem' in parsed ? parsed.problem : undefined;
    if ('workbook' in parsed) this.book = parsed.workbook;
    this.active = Math.min(this.active, this.book.sheets.length - 1);
  }

  #put(next: Workbook, patch: Patch): void {
    this.book = next;
    this.active = Math.min(this.active, next.sheets.length - 1);
    this.#text = printWorkbook(next);
    this.#calculate(editsOf(patch));
    this.changed();
    this.onChange(this.#text);
  }

  #calculate(edits: ReturnType<typeof editsOf>): void {
    if (edits && this.calculation !== 'stopped') this.#calculator.edit(edits);
    else this.#calculator.load(this.#text);
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

  /** Selects the cells that an undo or redo changes. */
  #selectChanged({ rows: [first] }: Patch): void {
    if (!first) return;
    this.active = first.sheet;
    const [before, after] = [first.before[0]?.cells ?? [], first.after[0]?.cells ?? []];
    const columns = Math.max(before.length, after.length);
    let column = 0;
    while (column < columns - 1 && before[column] === after[column]) column++;
    const cell = { row: first.at, column };
    [this.anchor, this.head] = [cell, cell];
  }

  #moveCursor({ rows }: Patch): void {
    for (const { sheet, at, before, after } of rows) {
      const distance = after.length - before.length;
      if (sheet !== this.active || distance === 0 || this.anchor.row < at + before.length) continue;
      const { rows: count } = sizesOf(this.sheet);
      const move = (cell: Cell): Cell => ({ ...cell, row: Math.min(count - 1, Math.max(0, cell.row + distance)) });
      [this.anchor, this.head] = [move(this.anchor), move(this.head)];
    }
  }

  #calculated(changes: readonly Change[]): void {
    for (const [sheet, row, column, value] of changes) {
      (this.#results[sheet] ??= new Map<number, Result>()).set(row * COLUMNS + column, value);
      const counts = (this.#counts[sheet] ??= new Map<number, number>());
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    this.changed();
  }
}
