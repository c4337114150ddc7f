/** Paths that changed, until they have rested for a moment. */
import { isBusyKind } from './keys.js';
import type { Author } from './messages.js';

export const QUIET_MS = 300;
/** A path that never rests is looked at this often. */
export const MAX_WAIT_MS = 10_000;
/** More paths than this are not remembered one by one: everything is looked at instead. */
const MAX_PATHS = 50_000;

interface Waiting {
  readonly first: number;
  readonly last: number;
  readonly author: Author;
}

export class QuietPaths {
  private paths = new Map<string, Waiting>();

  get size(): number {
    return this.paths.size;
  }

  /** @returns false when there are too many */
  add(key: string, author: Author, now = performance.now()): boolean {
    const before = this.paths.get(key);
    if (!before && this.paths.size >= MAX_PATHS) {
      this.paths.clear();
      return false;
    }
    // Two different authors of one state are none.
    const isSame = !before || sameAuthor(before.author, author);
    this.paths.set(key, {
      first: before?.first ?? now,
      last: now,
      author: isSame ? author : { actor: 0, conversationId: '' },
    });
    return true;
  }

  /** The paths below a folder wait under their new names, too. */
  moved(from: string, to: string): void {
    for (const [key, waiting] of this.paths)
      if (key.startsWith(`${from}/`)) this.paths.set(to + key.slice(from.length), waiting);
  }

  /** Takes one path, whether it has rested or not. */
  takeOne(key: string): [string, Author][] {
    const waiting = this.paths.get(key);
    this.paths.delete(key);
    return waiting ? [[key, waiting.author]] : [];
  }

  /** Takes the paths that have rested; `all`: also the others. */
  take({ all = false, now = performance.now() } = {}): [string, Author][] {
    const taken: [string, Author][] = [];
    for (const [key, { first, last, author }] of this.paths) {
      const hasRested = now - last >= QUIET_MS && !isBusyKind(key);
      if (!all && !hasRested && now - first < MAX_WAIT_MS) continue;
      taken.push([key, author]);
      this.paths.delete(key);
    }
    return taken;
  }
}

const sameAuthor = (a: Author, b: Author) => a.actor === b.actor && a.conversationId === b.conversationId;
