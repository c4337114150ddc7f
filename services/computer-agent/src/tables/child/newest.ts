/** Viewers that are remembered; what each of them asked for takes tens of megabytes. */
const MAX_VIEWERS = 4;

/**
 * What each viewer asked for last. Something newer takes the place of what the same viewer asked for before, and
 * viewers that ask for the same share it.
 */
export class Newest<Value> {
  /** The one that asked last is the last. */
  private readonly byViewer = new Map<string, { key: string; value: Value }>();

  /** `end`: called when no viewer waits for a value any more. */
  constructor(private readonly end: (value: Value) => void) {}

  take(viewer: string, key: string, make: () => Value): Value {
    const before = this.byViewer.get(viewer);
    const known = before?.key === key ? before : [...this.byViewer.values()].find((other) => other.key === key);
    const asked = known ?? { key, value: make() };
    this.byViewer.delete(viewer);
    this.byViewer.set(viewer, asked);
    if (before) this.endUnused(before.value);
    const [oldest] = this.byViewer.keys();
    if (this.byViewer.size > MAX_VIEWERS) this.leave(oldest!);
    return asked.value;
  }

  endAll(): void {
    for (const viewer of this.byViewer.keys()) this.leave(viewer);
  }

  /** Whoever asks for it again gets a new one. */
  forget(value: Value): void {
    for (const [viewer, asked] of this.byViewer) if (asked.value === value) this.byViewer.delete(viewer);
  }

  forgetAll(): void {
    this.byViewer.clear();
  }

  private leave(viewer: string): void {
    const left = this.byViewer.get(viewer);
    this.byViewer.delete(viewer);
    if (left) this.endUnused(left.value);
  }

  private endUnused(value: Value): void {
    if (![...this.byViewer.values()].some((asked) => asked.value === value)) this.end(value);
  }
}
