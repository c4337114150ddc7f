/** A process in waiting: it has loaded the packages, not the sources, and goes on when told to. Most of a start is over before it is asked for. */
import type { ChildProcess } from 'node:child_process';
import { type ChildOptions, spawnBound } from './child.js';

/** A start has the processors for itself; the next process is made after it. */
const AFTER_START_MS = 1_500;

export class Standby {
  private waiting: ChildProcess | undefined;
  private timer?: NodeJS.Timeout;

  /** The waiting process, or a new one, told to go on. */
  readonly take = (options: ChildOptions): ChildProcess => {
    const child = this.waiting ?? spawnBound(options, 'pipe');
    this.waiting = undefined;
    child.stdin!.on('error', () => undefined).end('go');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.prepare(options), AFTER_START_MS);
    return child;
  };

  close(): void {
    clearTimeout(this.timer);
    this.waiting?.kill('SIGKILL');
  }

  private prepare(options: ChildOptions): void {
    const child = spawnBound(options, 'pipe');
    this.waiting = child;
    child.once('exit', () => {
      if (this.waiting === child) this.waiting = undefined;
    });
  }
}
