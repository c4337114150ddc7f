const PERIOD_MS = 2_000;
/** Changes that a browser is told one by one in a period. */
const MAX_CHANGES = 2_000;

/**
 * Bounds the changes that a browser is told one by one. A folder of 150,000 files that is moved into the workspace is
 * as many changes, and a browser reads its folders again in less time than it takes to apply them.
 */
export class Burst {
  private count = 0;
  private isSkipping = false;
  private timer?: NodeJS.Timeout;

  /** @param resync Makes the browser read everything again; called at most once per period. */
  constructor(private readonly resync: () => void) {}

  /** Counts a change. False if the browser must not be told of it, because `resync` follows. */
  admit(): boolean {
    this.count++;
    this.timer ??= setTimeout(() => this.endPeriod(), PERIOD_MS);
    this.isSkipping ||= this.count > MAX_CHANGES;
    return !this.isSkipping;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private endPeriod(): void {
    const { count, isSkipping } = this;
    this.count = 0;
    this.isSkipping = count > MAX_CHANGES;
    this.timer = this.isSkipping ? setTimeout(() => this.endPeriod(), PERIOD_MS) : undefined;
    if (isSkipping) this.resync();
  }
}
