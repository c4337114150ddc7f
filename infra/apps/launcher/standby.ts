/**
 * A standby process that has loaded the packages, but not the sources, and continues when told to. Most of a start is
 * done before it is requested.
 */
import type { ChildProcess } from 'node:child_process';
import { type ChildOptions, spawnWithParent } from './child.js';

/** Delay until the next standby process is created, so that a start does not share the processors. */
const AFTER_START_MS = 1_500;

export class Standby {
  private waiting: ChildProcess | undefined;
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: { readonly afterStartMs?: number } = {}) {}

  /** Returns the standby process, or a new one, told to continue. */
  readonly take = (options: ChildOptions): ChildProcess => {
    const child = this.waiting ?? spawnWithParent(options, 'pipe');
    this.waiting = undefined;
    child.stdin!.on('error', () => undefined).end('go');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.prepare(options), this.options.afterStartMs ?? AFTER_START_MS);
    return child;
  };

  close(): void {
    clearTimeout(this.timer);
    this.waiting?.kill('SIGKILL');
  }

  private prepare(options: ChildOptions): void {
    const child = spawnWithParent(options, 'pipe');
    this.waiting = child;
    child.once('exit', () => {
      if (this.waiting === child) this.waiting = undefined;
    });
  }
}
