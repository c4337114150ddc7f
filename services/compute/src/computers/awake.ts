import { amountSaid, Computer, isDialFailure, isNotAnswering, textSaid } from '@zo/computer-client';
import { isConnectionFault } from '@zo/rpc';
import type { Activity, RunningComputer } from '../driver/computer.driver.js';

/** How often a busy computer is asked whether it still is, at the least. */
const BUSY_MS = 60_000;
const LOOK_MS = 240_000;
/** A start is not the moment for more work. */
const FIRST_LOOK_MS = 30_000;
const SOONEST_MS = 1_000;
/** A computer under load may miss one answer; one that misses these in turn is of no use to anybody. */
const MAX_SILENCES = 3;
const CHECKS = 2;

export interface AwakeOptions {
  readonly userId: string;
  readonly running: RunningComputer;
  readonly idleMs: number;
  readonly answerMs: number;
  /** Told what it does whenever that was looked at: every few minutes while it is awake. */
  readonly onActivity: (activity: Activity) => void;
  /** Called once nothing was done for `idleMs` and nothing would be lost, or it has not answered for several looks. */
  readonly onIdle: () => void;
}

/** A computer that runs: the way to its agent, and the one timer that may put it to sleep. */
export class Awake {
  readonly client: Computer;
  private timer?: NodeJS.Timeout;
  private closed = false;
  private silences = 0;
  private checking?: Promise<boolean>;

  constructor(readonly options: AwakeOptions) {
    this.client = new Computer({ computerId: options.running.id, ...options.running }, options.answerMs);
    this.lookIn(Math.min(options.idleMs, FIRST_LOOK_MS));
  }

  get running(): RunningComputer {
    return this.options.running;
  }

  /** What it does, and when it would be put to sleep if nothing more happened. */
  async activity(): Promise<Activity & { sleepsInMs: number }> {
    const said = await this.client.system.info({});
    const busyReason = textSaid(said.busyReason);
    const lastActiveMs = amountSaid(said.lastActiveMs, Date.now());
    return { busyReason, lastActiveMs, sleepsInMs: Math.max(0, lastActiveMs + this.options.idleMs - Date.now()) };
  }

  /** Whether its agent says anything at all. Asked twice, so that one long pause does not count. */
  answers(): Promise<boolean> {
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async check(): Promise<boolean> {
    for (let checks = 1; ; checks++) {
      try {
        await this.client.system.info({});
        return true;
      } catch (error) {
        if (!isSilence(error, this.running.address)) return true;
        if (checks === CHECKS) return false;
      }
    }
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
      this.silences = 0;
      this.options.onActivity({ busyReason, lastActiveMs });
      if (busyReason) this.lookIn(Math.min(BUSY_MS, this.options.idleMs));
      else if (sleepsInMs > 0) this.lookIn(Math.min(sleepsInMs, LOOK_MS));
      else this.options.onIdle();
    } catch {
      // No answer: if it ended, the driver says so; if not, it is asked again, and in the end it may sleep like any other.
      if (!this.closed && ++this.silences >= MAX_SILENCES) this.options.onIdle();
      this.lookIn(Math.min(BUSY_MS, this.options.idleMs));
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.client.close();
  }
}

/**
 * Nothing came back. On this machine also where nobody listens any more; whether a pod is gone is for its operator to say.
 */
function isSilence(error: unknown, address: string): boolean {
  if (isNotAnswering(error) || (error as Error).message.includes('PING timed out')) return true;
  return address.startsWith('unix:') && (isConnectionFault(error) || isDialFailure(error));
}
