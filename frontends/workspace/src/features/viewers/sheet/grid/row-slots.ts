/**
 * Which elements show which rows: a row that comes into view takes the element of one that has left it, because changing
 * an element costs less than making one.
 */
export class RowSlots {
  #slots = new Map<number, number>();

  /** The slot of each row; a row keeps its slot as long as it is drawn. */
  of(rows: readonly number[]): readonly number[] {
    const drawn = new Set(rows);
    const free = Array.from(this.#slots)
      .filter(([row]) => !drawn.has(row))
      .map(([, slot]) => slot);
    let next = Math.max(-1, ...this.#slots.values()) + 1;
    this.#slots = new Map(rows.map((row) => [row, this.#slots.get(row) ?? free.shift() ?? next++]));
    return [...this.#slots.values()];
  }
}
