import type { Range } from '../model/address';

const COLUMNS = 16_384;
/** Ranges over more columns are looked through for every cell. */
const WIDE = 32;

export interface Precedent extends Range {
  sheet: number;
}

/** A cell of a worksheet. */
export interface Place {
  sheet: number;
  row: number;
  column: number;
}

/** A range that formulas read. */
interface Node<User> extends Precedent {
  users: Set<User>;
}

/** Which formulas read a cell. */
export class Dependencies<User> {
  readonly #cells = new Map<string, Set<User>>();
  readonly #ranges = new Map<string, Node<User>>();
  readonly #byColumn = new Map<number, Set<Node<User>>>();
  readonly #wide = new Set<Node<User>>();

  add(user: User, precedents: readonly Precedent[]): void {
    for (const range of precedents) {
      if (range.top === range.bottom && range.left === range.right) {
        const key = `${range.sheet}.${range.top}.${range.left}`;
        const users = this.#cells.get(key) ?? new Set<User>();
        this.#cells.set(key, users.add(user));
      } else this.#node(range).users.add(user);
    }
  }

  remove(user: User, precedents: readonly Precedent[]): void {
    for (const range of precedents) {
      this.#cells.get(`${range.sheet}.${range.top}.${range.left}`)?.delete(user);
      this.#ranges.get(keyOf(range))?.users.delete(user);
    }
  }

  /** Calls back for every formula that reads the cell. Returns the amount of work this was. */
  each({ sheet, row, column }: Place, visit: (user: User) => void): number {
    let work = 1;
    const check = (node: Node<User>) => {
      work++;
      if (node.sheet !== sheet || row < node.top || row > node.bottom || column < node.left || column > node.right)
        return;
      for (const user of node.users) {
        work++;
        visit(user);
      }
    };
    for (const user of this.#cells.get(`${sheet}.${row}.${column}`) ?? []) visit(user);
    for (const node of this.#byColumn.get(sheet * COLUMNS + column) ?? []) check(node);
    for (const node of this.#wide) check(node);
    return work;
  }

  #node(range: Precedent): Node<User> {
    const key = keyOf(range);
    const known = this.#ranges.get(key);
    if (known) return known;
    const node = { ...range, users: new Set<User>() };
    this.#ranges.set(key, node);
    if (range.right - range.left > WIDE) this.#wide.add(node);
    else
      for (let column = range.left; column <= range.right; column++) {
        const at = range.sheet * COLUMNS + column;
        const nodes = this.#byColumn.get(at) ?? new Set<Node<User>>();
        this.#byColumn.set(at, nodes.add(node));
      }
    return node;
  }
}

const keyOf = ({ sheet, top, left, bottom, right }: Precedent): string => `${sheet}.${top}.${left}.${bottom}.${right}`;
