/** A child process that is kept running: started again after it ends, slower each time it ends at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

const STABLE_MS = 30_000;
const MAX_PAUSE_MS = 10_000;

export interface ChildOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly onRestart: (reason: string) => void;
}

export class KeptChild {
  private process?: ChildProcess;
  private stopping = false;
  private pause = 100;

  constructor(private readonly options: ChildOptions) {}

  start(): void {
    const { command, args, cwd, env } = this.options;
    const begun = Date.now();
    // KILL when this process is gone: nobody else would ever stop it.
    this.process = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    this.process.once('exit', (code, signal) => void this.ended(begun, signal ?? `code ${code}`));
  }

  /** Asks it to end; kills it after `graceMs`. */
  async stop(graceMs = 10_000): Promise<void> {
    this.stopping = true;
    const { process } = this;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()));
    process.kill('SIGTERM');
    const timer = setTimeout(() => process.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(timer);
  }

  private async ended(begun: number, reason: string): Promise<void> {
    if (this.stopping) return;
    this.pause = Date.now() - begun > STABLE_MS ? 100 : Math.min(this.pause * 2, MAX_PAUSE_MS);
    this.options.onRestart(reason);
    await delay(this.pause);
    if (!this.stopping) this.start();
  }
}
