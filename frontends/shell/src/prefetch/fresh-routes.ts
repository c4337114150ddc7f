/** How long what was loaded for a route is used; as long as the cache of responses keeps it. */
const FRESH_MS = 240_000;
const MAX_ROUTES = 1_000;

/** RT-05: the routes that were prefetched a short while ago, and when. */
export class FreshRoutes {
  private readonly times = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  get size(): number {
    return this.times.size;
  }

  /** Records a route that is prefetched now; returns false when it still is fresh. */
  take(route: string): boolean {
    const now = this.now();
    const before = this.times.get(route);
    if (before !== undefined && now - before < FRESH_MS) return false;
    // Last in the order of the map, which is that of their times.
    this.times.delete(route);
    this.times.set(route, now);
    if (this.times.size > MAX_ROUTES) this.clean(now);
    return true;
  }

  /** Forgets the routes that are no longer fresh, and the oldest while there are too many. */
  private clean(now: number): void {
    for (const [route, time] of this.times) {
      if (now - time < FRESH_MS && this.times.size <= MAX_ROUTES) return;
      this.times.delete(route);
    }
  }
}
