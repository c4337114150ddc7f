/** One timer for each process: sleeps until the next schedule is due, then claims. */
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { logger } from '@zo/observability';
import { Clock } from '../clock.js';
import { DueTimes } from './due-times.js';

/** Schedules that other processes saved are seen after so long at most. */
export const MAX_SLEEP_MS = 30_000;
/** Another process holds what is due, or the database does not answer. */
const PAUSE_MS = 500;
const log = logger('zo:schedules');

@Injectable()
export class Scheduler implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  /** When the timer fires. */
  private wakesAt = Infinity;
  private running?: Promise<void>;
  private isWoken = false;
  private isClosed = false;

  constructor(
    private readonly due: DueTimes,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sleep(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Called after the commit of a schedule that is due at this moment. */
  wakeFor(at: number | undefined): void {
    if (at === undefined || at >= this.wakesAt) return;
    this.isWoken = true;
    if (!this.running) this.sleep(Math.max(0, at - this.clock.now()));
  }

  private sleep(ms: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    const pause = Math.min(ms, MAX_SLEEP_MS);
    this.wakesAt = this.clock.now() + pause;
    this.timer = setTimeout(() => {
      this.wakesAt = Infinity;
      this.running = this.work().finally(() => (this.running = undefined));
    }, pause);
  }

  private async work(): Promise<void> {
    let pause = PAUSE_MS;
    try {
      this.isWoken = false;
      const next = await this.due.next();
      const left = next === undefined ? Infinity : next - this.clock.now();
      const claimed = left <= 0 ? await this.due.claim() : 0;
      pause = left > 0 ? left : claimed > 0 ? 0 : PAUSE_MS;
    } catch (error) {
      log.warn({ error }, 'looking for schedules that are due failed; it is tried again');
    }
    this.sleep(this.isWoken ? 0 : pause);
  }
}
