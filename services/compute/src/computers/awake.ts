import {
  sanitiseAmount,
  Computer,
  isConnectFailure,
  isStopping,
  isUnresponsive,
  sanitiseText,
} from '@zo/computer-client';
import { isConnectionError } from '@zo/rpc';
import type { Activity, RunningComputer } from '../driver/computer.driver.js';

/** A busy computer is checked at least this often. */
const BUSY_MS = 60_000;
const CHECK_INTERVAL_MS = 240_000;
/** Delays the first check, so that it adds no work to the start. */
const FIRST_LOOK_MS = 30_000;
const SOONEST_MS = 1_000;
/** The computer may sleep after this many unanswered checks in a row; one under load may miss a single one. */
const MAX_UNANSWERED = 3;
const CHECKS = 2;

export interface AwakeOptions {
  readonly userId: string;
  readonly handle: string;
  readonly running: RunningComputer;
  readonly idleMs: number;
  readonly responseTimeoutMs: number;
  /** Called after every check: every few minutes while the computer is awake. */
  readonly onActivity: (activity: Activity) => void;
  /** Called once nothing was done for `idleMs` and nothing would be lost, or after several unanswered checks. */
  readonly onIdle: () => void;
}

/** A running computer: the client of its agent, and the only timer that may put it to sleep. */
export class Awake {
  readonly client: Computer;
  private timer?: NodeJS.Timeout;
  private closed = false;
  private silences = 0;
  private checking?: Promise<boolean>;

  constructor(readonly options: AwakeOptions) {
    this.client = new Computer({ computerId: options.running.id, ...options.running }, options.responseTimeoutMs);
    this.scheduleCheck(Math.min(options.idleMs, FIRST_LOOK_MS));
  }

  get running(): RunningComputer {
    return this.options.running;
  }

  /** What the computer is doing, and in how many milliseconds it would be put to sleep if nothing more happened. */
  async activity(): Promise<Activity & { sleepsInMs: number }> {
    const info = await this.client.system.info({});
    const busyReason = sanitiseText(info.busyReason);
    const lastActiveMs = sanitiseAmount(info.lastActiveMs, Date.now());
    return { busyReason, lastActiveMs, sleepsInMs: Math.max(0, lastActiveMs + this.options.idleMs - Date.now()) };
  }

  /** Whether the agent answers and is not about to stop. Asks twice, so that one long pause does not count. */
  answers(): Promise<boolean> {
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async check(): Promise<boolean> {
    for (let checks = 1; ; checks++) {
      try {
        await this.client.system.info({ forUse: true });
        return true;
      } catch (error) {
        if (isStopping(error)) return false;
        if (!isUnanswered(error, this.running.address)) return true;
        if (checks === CHECKS) return false;
      }
    }
  }

  private scheduleCheck(ms: number): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.checkNow(), Math.max(ms, SOONEST_MS));
    this.timer.unref();
  }

  private async checkNow(): Promise<void> {
    try {
      const { busyReason, sleepsInMs, lastActiveMs } = await this.activity();
      if (this.closed) return;
      this.silences = 0;
      this.options.onActivity({ busyReason, lastActiveMs });
      if (busyReason) this.scheduleCheck(Math.min(BUSY_MS, this.options.idleMs));
      else if (sleepsInMs > 0) this.scheduleCheck(Math.min(sleepsInMs, CHECK_INTERVAL_MS));
      else this.letSleep();
    } catch {
      // No answer. The driver reports a computer that ended; otherwise ask again, and in the end let it sleep.
      if (!this.closed && ++this.silences >= MAX_UNANSWERED) return this.letSleep();
      this.scheduleCheck(Math.min(BUSY_MS, this.options.idleMs));
    }
  }

  /** Checks again later, because stopping may fail. */
  private letSleep(): void {
    this.options.onIdle();
    this.scheduleCheck(Math.min(BUSY_MS, this.options.idleMs));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.client.close();
  }
}

/**
 * Whether no answer came. A refused connection counts only on this machine: the operator reports pods that are gone.
 */
function isUnanswered(error: unknown, address: string): boolean {
  if (isUnresponsive(error) || (error as Error).message.includes('PING timed out')) return true;
  return address.startsWith('unix:') && (isConnectionError(error) || isConnectFailure(error));
}
