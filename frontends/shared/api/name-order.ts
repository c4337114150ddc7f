/** The order of a folder's names. It is computed in turns before a large folder is shown, and follows live changes. */
import { nameKey } from '@zo/proto/name-key';

/** The keys of all names, and the indexes of the rows in the order of their names. */
export interface NameOrder {
  readonly keys: readonly string[];
  readonly order: Uint32Array;
}

type Named = { readonly names: readonly string[] };
const orders = new WeakMap<Named, NameOrder>();

/** Computes the order at once if it was not computed before. */
export function nameOrderOf(folder: Named): NameOrder {
  const known = orders.get(folder);
  if (known) return known;
  const keys = folder.names.map(nameKey);
  const order = Uint32Array.from(keys.keys()).toSorted(comparer(folder.names, keys));
  return remember(folder, { keys, order });
}

function remember(folder: Named, order: NameOrder): NameOrder {
  orders.set(folder, order);
  return order;
}

const comparer =
  (names: readonly string[], keys: readonly string[]) =>
  (a: number, b: number): number =>
    keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0;

const TURN_MS = 15;
const CHECK_EVERY = 1024;
const RUN = 1024;

/** Lets the page handle input after each short turn of work. */
export class Turns {
  #since = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#since >= TURN_MS;
  }

  async next(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.#since = performance.now();
  }
}

/** Computes the order of a large folder by merging sorted runs, without blocking the page. */
export async function orderInTurns(folder: Named, turns: Turns): Promise<void> {
  const { names } = folder;
  const keys: string[] = [];
  for (const name of names) {
    keys.push(nameKey(name));
    if (keys.length % CHECK_EVERY === 0 && turns.isOver) await turns.next();
  }
  const compare = comparer(names, keys);
  let from = new Uint32Array(names.length).map((_none, index) => index);
  let into = new Uint32Array(names.length);
  for (let at = 0; at < names.length; at += RUN) {
    from.subarray(at, at + RUN).sort(compare);
    if (turns.isOver) await turns.next();
  }
  for (let width = RUN; width < names.length; width *= 2) {
    for (let at = 0; at < names.length; at += 2 * width) {
      const end = Math.min(at + 2 * width, names.length);
      const middle = Math.min(at + width, end);
      let [left, right] = [at, middle];
      for (let out = at; out < end; out++) {
        const isLeft = right >= end || (left < middle && compare(from[left]!, from[right]!) <= 0);
        into[out] = from[isLeft ? left++ : right++]!;
        if (out % CHECK_EVERY === 0 && turns.isOver) await turns.next();
      }
    }
    [from, into] = [into, from];
  }
  remember(folder, { keys, order: from });
}

/**
 * Derives the order of a changed folder: `kept` lists the old indexes of its first rows, the rows after them are new.
 * Does nothing if the order of the old folder is not known.
 */
export function followChange(before: Named, after: Named, kept: ArrayLike<number> | undefined): void {
  const known = orders.get(before);
  if (!known) return;
  const count = kept?.length ?? before.names.length;
  const keys = kept ? Array.from(kept, (old) => known.keys[old]!) : known.keys.slice();
  for (const name of after.names.slice(count)) keys.push(nameKey(name));
  const compare = comparer(after.names, keys);
  const added = Uint32Array.from({ length: after.names.length - count }, (_none, index) => count + index).toSorted(
    compare,
  );
  const old = kept ? renumbered(known.order, kept, before.names.length) : known.order;
  const order = new Uint32Array(after.names.length);
  let [left, right] = [0, 0];
  for (let out = 0; out < order.length; out++) {
    const isOld = right >= added.length || (left < old.length && compare(old[left]!, added[right]!) <= 0);
    order[out] = isOld ? old[left++]! : added[right++]!;
  }
  remember(after, { keys, order });
}

function renumbered(order: Uint32Array, kept: ArrayLike<number>, before: number): Uint32Array {
  const now = new Int32Array(before).fill(-1);
  for (let index = 0; index < kept.length; index++) now[kept[index]!] = index;
  return order.map((index) => now[index]!).filter((index) => index !== 0xffff_ffff);
}
