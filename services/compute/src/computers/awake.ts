import { Computer } from '@zo/shared/computer-client';
import type { Activity, RunningComputer } from '../driver/computer.driver.js';

/** How often a busy computer is asked whether it still is, at the least. */
const BUSY_MS = 60_000;
const LOOK_MS = 240_000;
/** A start is not the moment for more work. */
const FIRST_LOOK_MS = 30_000;
const SOONEST_MS = 1_000;

export interface AwakeOptions {
  readonly userId: string;
  readonly running: RunningComputer;
  readonly idleMs: number;
  /** Told what it does whenever that was looked at: every few minutes while it is awake. */
  readonly onActivity: (activity: Activity) => void;
  /** Called once nothing was done for `idleMs` and nothing would be lost. */
  readonly onIdle: () => void;
}

/** A computer that runs: the way to its agent, and the one timer that may put it to sleep. */
export class Awake {
  readonly client: Computer;
  private timer?: NodeJS.Timeout;
  private closed = false;

  constructor(readonly options: AwakeOptions) {
    this.client = new Computer({ computerId: options.running.id, ...options.running });
    this.lookIn(Math.min(options.idleMs, FIRST_LOOK_MS));
  }

  get running(): RunningComputer {
    return this.options.running;
  }

  /** What it does, and when it would be put to sleep if nothing more happened. */
  async activity(): Promise<Activity & { sleepsInMs: number }> {
    const { busyReason, lastActiveMs } = await this.client.system.info({});
    return { busyReason, lastActiveMs, sleepsInMs: Math.max(0, lastActiveMs + this.options.idleMs - Date.now()) };
  }

  private lookIn(ms: number): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.look(), Math.max(ms, SOONEST_MS));
    this.timer.unref();
  }

  private async look(): Promise<void> {
    try {
      const { busyReason, sleepsInMs, lastActiveMs } = await this.activity();
      if (this.closed) return;
      this.options.onActivity({ busyReason, lastActiveMs });
      if (busyReason) this.lookIn(Math.min(BUSY_MS, this.options.idleMs));
      else if (sleepsInMs > 0) this.lookIn(Math.min(sleepsInMs, LOOK_MS));
      else this.options.onIdle();
    } catch {
      // No answer: if it ended, the driver says so; if not, it is asked again.
      this.lookIn(BUSY_MS);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.client.close();
  }
}
