import { type ColumnKind, type Filter, type Sort, TableError } from '../messages.js';
import { matcherOf, numberOf } from './matching.js';

/** Rows that can be sorted, and rows that a filter may find. */
const MAX_SORTED = 2_000_000;
const MAX_HITS = 1_000_000;
/**
 * Characters by which texts are sorted, and by which they are once all of them together take more than there is for
 * them.
 */
const MAX_KEY = 256;
const SHORT_KEY = 24;
const MAX_KEYS_LENGTH = 32 * 1024 * 1024;
/** Shorter parts of a string are copies, which do not keep the whole row in memory. */
const COPIED = 12;
const SORTED_BY_BEGINNING =
  `These are many long texts, so they are sorted by their first ${SHORT_KEY} characters only. ` +
  'Filter first to sort by all of them.';

export interface ViewOptions<Found> {
  sort: Sort | null;
  filters: readonly Filter[];
  /** Of the column that is sorted. */
  kind: ColumnKind;
  cellsOf: (row: Found) => string[];
  /** A test that is faster than one of the cells, and true for every row that matches. */
  mayMatch: (row: Found) => boolean;
}

/** Walks over all rows of the table; `offset`: where it finds the row again, which may be a row id of 64 bits. */
export type Walk<Found> = (isDone: () => boolean, onRow: (row: Found, offset: bigint) => void) => Promise<void>;

/** The rows that match filters, in the order of a column: their numbers and where they are. */
export class View<Found> {
  length = 0;
  /** A sentence about the order; empty: as asked for. */
  note = '';
  private numbers = new Uint32Array(1_024);
  private offsets = new BigInt64Array(1_024);
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

  at(index: number): { number: number; offset: bigint } {
    const at = this.order ? this.order[index]! : index;
    return { number: this.numbers[at]!, offset: this.offsets[at]! };
  }

  async build(walk: Walk<Found>): Promise<void> {
    if (this.isCancelled) return;
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
    const texts = new Keys();
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
        else if (sort) texts.push(cell);
      },
    );
    if (!sort || this.isCancelled) return;
    this.order = figures ? this.byNumber(figures.values) : this.byText(texts.values);
    if (texts.areShort) this.note = SORTED_BY_BEGINNING;
  }

  private push(number: number, offset: bigint): void {
    if (this.options.sort && this.length === MAX_SORTED)
      throw new TableError('invalid', 'Filter first: at most 2,000,000 rows can be sorted.');
    if (!this.options.sort && this.length === MAX_HITS)
      throw new TableError('invalid', 'More than 1,000,000 rows match. Make the filter narrower.');
    if (this.length === this.numbers.length) {
      this.numbers = doubled(this.numbers, new Uint32Array(this.length * 2));
      this.offsets = doubled(this.offsets, new BigInt64Array(this.length * 2));
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

function keyOf(cell: string, max: number): string {
  const key = cell.slice(0, max).toLowerCase();
  return key.length > COPIED ? Buffer.from(key).toString() : key;
}

/** Beginnings of texts, shorter ones once they are too many. */
class Keys {
  readonly values: string[] = [];
  areShort = false;
  private length = 0;

  push(cell: string): void {
    const key = keyOf(cell, this.areShort ? SHORT_KEY : MAX_KEY);
    this.values.push(key);
    this.length += key.length;
    if (this.areShort || this.length <= MAX_KEYS_LENGTH) return;
    this.areShort = true;
    this.values.forEach((long, at) => (this.values[at] = keyOf(long, SHORT_KEY)));
  }
}

function doubled<List extends { set(values: List): void }>(values: List, larger: List): List {
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
