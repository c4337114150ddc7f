/** Supervises a child process: restarts it when it ends, with a growing delay if it ends soon. */
import { type ChildProcess, spawn } from 'node:child_process';

const STABLE_MS = 30_000;
const MAX_PAUSE_MS = 10_000;

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Called when it ended by itself; `waits`: it is not started again before `restart`. */
  readonly onRestart: (reason: string, waits: boolean) => void;
  /** After an error exit it waits for `restart`, because its sources are being edited. */
  readonly waitsForRestart?: boolean;
  /** Called when `stop` had to kill the process, because it did not end in time. */
  readonly onKill?: () => void;
  /** Creates the process; the default is `spawnWithParent`. */
  readonly spawn?: (options: ChildOptions) => ChildProcess;
}

/** Kills the child when this process is gone, because no other process would stop it. */
export function spawnWithParent(
  { command, args, cwd, env }: ChildOptions,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  return spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    cwd,
    env,
    stdio: [stdin, 'inherit', 'inherit'],
  });
}

export class SupervisedProcess {
  private process: ChildProcess | undefined;
  private stopping = false;
  private pause = 100;
  private timer?: NodeJS.Timeout;

  constructor(private readonly options: ChildOptions) {}

  start(): void {
    const begun = Date.now();
    const child = this.options.spawn?.(this.options) ?? spawnWithParent(this.options);
    this.process = child;
    child.once('exit', (code, signal) => this.process === child && this.ended(begun, signal ?? `code ${code}`));
  }

  /** Sends the signal; kills the process after `graceMs`. */
  async stop(graceMs = 10_000, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.stopping = true;
    if (await this.end(graceMs, signal)) this.options.onKill?.();
  }

  /** Ends the process and starts it anew without a delay. */
  async restart(graceMs = 1_000): Promise<void> {
    if (this.stopping) return;
    this.pause = 100;
    await this.end(graceMs);
    if (!this.stopping) this.start();
  }

  /** Returns whether the process had to be killed. */
  private async end(graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<boolean> {
    clearTimeout(this.timer);
    const { process } = this;
    // Forget the process first, so that its end does not restart it.
    this.process = undefined;
    if (!process || process.exitCode !== null || process.signalCode !== null) return false;
    const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    process.kill(signal);
    let isKilled = false;
    const timer = setTimeout(() => (isKilled = process.kill('SIGKILL')), graceMs);
    await ended;
    clearTimeout(timer);
    return isKilled;
  }

  private ended(begun: number, reason: string): void {
    if (this.stopping) return;
    const waits = this.options.waitsForRestart === true && reason.startsWith('code');
    this.options.onRestart(reason, waits);
    if (waits) return;
    this.pause = Date.now() - begun > STABLE_MS ? 100 : Math.min(this.pause * 2, MAX_PAUSE_MS);
    this.timer = setTimeout(() => this.start(), this.pause);
  }
}
