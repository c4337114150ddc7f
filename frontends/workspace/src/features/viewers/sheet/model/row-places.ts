/** Where the rows of a worksheet stand, in pixels below its head. Hidden rows have no height. */
export class RowPlaces {
  /** Where each row starts; the last entry is the height of all. Undefined while all rows are as high as each other. */
  readonly #starts: Float64Array | undefined;

  constructor(
    readonly count: number,
    private readonly rowHeight: number,
    { hidden, heights = new Map() }: { hidden: ReadonlySet<number>; heights?: ReadonlyMap<number, number> },
  ) {
    if (hidden.size === 0 && heights.size === 0) return;
    const starts = new Float64Array(count + 1);
    for (let row = 0; row < count; row++)
      starts[row + 1] = starts[row]! + (hidden.has(row) ? 0 : (heights.get(row) ?? rowHeight));
    this.#starts = starts;
  }

  get total(): number {
    return this.top(this.count);
  }

  top(row: number): number {
    return this.#starts ? this.#starts[row]! : row * this.rowHeight;
  }

  height(row: number): number {
    return this.top(row + 1) - this.top(row);
  }

  /** The row at a place; the first or last one for a place beyond them. */
  at(y: number): number {
    if (!this.#starts) return Math.min(this.count - 1, Math.max(0, Math.floor(y / this.rowHeight)));
    let [low, high] = [0, this.count - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#starts[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Rows from one to another that have a height. */
  shown(first: number, last: number): number[] {
    const rows: number[] = [];
    for (let row = first; row <= last; row++) if (this.height(row) > 0) rows.push(row);
    return rows;
  }
}
