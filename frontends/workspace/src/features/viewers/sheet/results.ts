import type { Change, Result } from './engine/engine';

const COLUMNS = 16_384;

/** Results of formulas by worksheet and cell. */
export class Results {
  #values: Map<number, Result>[] = [];
  /** Counts the results of each row, which change without its cells. */
  #counts: Map<number, number>[] = [];

  at(sheet: number, row: number, column: number): Result | undefined {
    return this.#values[sheet]?.get(row * COLUMNS + column);
  }

  /** Another number whenever results of the row have changed. */
  count(sheet: number, row: number): number {
    return this.#counts[sheet]?.get(row) ?? 0;
  }

  take(changes: readonly Change[]): void {
    for (const [sheet, row, column, value] of changes) {
      (this.#values[sheet] ??= new Map<number, Result>()).set(row * COLUMNS + column, value);
      const counts = (this.#counts[sheet] ??= new Map<number, number>());
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
  }
}
