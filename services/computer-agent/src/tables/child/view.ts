import { type ColumnKind, type Filter, type Sort, TableError } from '../messages.js';
import { matcherOf, numberOf } from './matching.js';

/** Rows that can be sorted, and rows that a filter may find. */
const MAX_SORTED = 2_000_000;
const MAX_HITS = 1_000_000;
/** Characters by which texts are sorted. */
const MAX_KEY = 24;
/** Shorter parts of a string are copies, which do not keep the whole row in memory. */
const COPIED = 12;

export interface ViewOptions<Found> {
  sort: Sort | null;
  filters: readonly Filter[];
  /** Of the column that is sorted. */
  kind: ColumnKind;
  cellsOf: (row: Found) => string[];
  /** A test that is faster than one of the cells, and true for every row that matches. */
  mayMatch: (row: Found) => boolean;
}

/** Walks over all rows of the table; `offset`: where it finds the row again. */
export type Walk<Found> = (isDone: () => boolean, onRow: (row: Found, offset: number) => void) => Promise<void>;

/** The rows that match filters, in the order of a column: their numbers and where they are. */
export class View<Found> {
  length = 0;
  private numbers = new Uint32Array(1_024);
  private offsets = new Float64Array(1_024);
  private order: Uint32Array | null = null;
  private isCancelled = false;
  private readonly done = Promise.withResolvers<this>();

  constructor(private readonly options: ViewOptions<Found>) {
    // Whoever asked for it may have gone.
    this.done.promise.catch(() => undefined);
  }

  /** @throws TableError, OpenQuoteError */
  ready(): Promise<this> {
    return this.done.promise;
  }

  cancel(): void {
    this.isCancelled = true;
    this.done.reject(new TableError('invalid', 'Another filter or order was asked for.'));
  }

  at(index: number): { number: number; offset: number } {
    const at = this.order ? this.order[index]! : index;
    return { number: this.numbers[at]!, offset: this.offsets[at]! };
  }

  async build(walk: Walk<Found>): Promise<void> {
    try {
      await this.collect(walk);
      this.done.resolve(this);
    } catch (error) {
      this.done.reject(error);
    }
  }

  private async collect(walk: Walk<Found>): Promise<void> {
    const { sort, filters, kind, cellsOf, mayMatch } = this.options;
    const matches = matcherOf(filters);
    const figures = sort && kind === 'number' ? new Growing() : null;
    const texts: string[] = [];
    let number = 0;
    await walk(
      () => this.isCancelled,
      (row, offset) => {
        number++;
        if (!mayMatch(row)) return;
        const cells = cellsOf(row);
        if (!matches(cells)) return;
        this.push(number, offset);
        const cell = sort ? (cells[sort.column] ?? '') : '';
        if (figures) figures.push(numberOf(cell));
        else if (sort) texts.push(keyOf(cell));
      },
    );
    if (sort && !this.isCancelled) this.order = figures ? this.byNumber(figures.values) : this.byText(texts);
  }

  private push(number: number, offset: number): void {
    if (this.options.sort && this.length === MAX_SORTED)
      throw new TableError('invalid', 'Filter first: at most 2,000,000 rows can be sorted.');
    if (!this.options.sort && this.length === MAX_HITS)
      throw new TableError('invalid', 'More than 1,000,000 rows match. Make the filter narrower.');
    if (this.length === this.numbers.length) {
      this.numbers = doubled(this.numbers, new Uint32Array(this.length * 2));
      this.offsets = doubled(this.offsets, new Float64Array(this.length * 2));
    }
    this.numbers[this.length] = number;
    this.offsets[this.length++] = offset;
  }

  private get positions(): Uint32Array {
    return Uint32Array.from({ length: this.length }, (_none, at) => at);
  }

  /** What is no number comes last. */
  private byNumber(keys: Float64Array): Uint32Array {
    const sign = this.options.sort?.descending ? -1 : 1;
    return this.positions.toSorted((one, other) => {
      const [a, b] = [keys[one]!, keys[other]!];
      if (a < b) return -sign;
      if (a > b) return sign;
      return a === b ? one - other : Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    });
  }

  /** Empty cells come last. */
  private byText(keys: readonly string[]): Uint32Array {
    const sign = this.options.sort?.descending ? -1 : 1;
    return this.positions.toSorted((one, other) => {
      const [a, b] = [keys[one]!, keys[other]!];
      if (a === b) return one - other;
      if (a === '' || b === '') return a === '' ? 1 : -1;
      return a < b ? -sign : sign;
    });
  }
}

function keyOf(cell: string): string {
  const key = cell.slice(0, MAX_KEY).toLowerCase();
  return key.length > COPIED ? Buffer.from(key).toString() : key;
}

function doubled<List extends Uint32Array | Float64Array>(values: List, larger: List): List {
  larger.set(values);
  return larger;
}

/** Numbers without a known count. */
class Growing {
  values = new Float64Array(1_024);
  private length = 0;

  push(value: number): void {
    if (this.length === this.values.length) this.values = doubled(this.values, new Float64Array(this.length * 2));
    this.values[this.length++] = value;
  }
}
