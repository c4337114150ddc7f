/**
 * A real engine as a plain process: free ports of 127.0.0.1, a folder of its own, dead when the process that started
 * it is dead (parent-death signal), and able to be killed, frozen and restarted on the same folder and ports.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a fault test may do to an engine. */
export interface Engine {
  readonly name: string;
  /** Process id of the running process; another one after `restart`. */
  readonly pid: number;
  /** Where its data is, until `stop`. */
  readonly folder: string;
  /** SIGSTOP freezes it, SIGCONT lets it go on. */
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL; folder and ports stay for `restart`. */
  kill(): Promise<void>;
  /** Starts it again on the same folder and ports, after a clean end if it still runs. */
  restart(): Promise<void>;
  /** Ends it and removes its folder, unless that is somebody else's. */
  stop(): Promise<void>;
}

export interface EngineSpec {
  readonly name: string;
  readonly folder: string;
  readonly command: readonly string[];
  readonly env?: Record<string, string>;
  /** A line of output, or a port that answers. */
  readonly ready: RegExp | number;
  /** The signal of a clean end. */
  readonly end: 'SIGTERM' | 'SIGINT' | 'SIGKILL';
  /** The folder stays after `stop`. */
  readonly keep?: boolean;
}

const READY_MS = 60_000;
const END_MS = 10_000;
const KEPT_OUTPUT = 200;

export async function startEngine(spec: EngineSpec): Promise<Engine> {
  const engine = new EngineProcess(spec);
  await engine.start();
  return engine;
}

class EngineProcess implements Engine {
  private child?: ChildProcess;
  private output: string[] = [];
  private fault?: string;

  constructor(private readonly spec: EngineSpec) {}

  get name(): string {
    return this.spec.name;
  }

  get folder(): string {
    return this.spec.folder;
  }

  get pid(): number {
    return this.child!.pid!;
  }

  async start(): Promise<void> {
    const { command, env, end, folder } = this.spec;
    this.output = [];
    // A session of its own: Ctrl-C in a terminal is for whoever started the engines, who stops them in turn.
    const child = spawn('setpriv', ['--pdeathsig', end.slice(3), '--', ...command], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.child = child;
    child.on('error', (error) => (this.fault = error.message));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        this.output.push(chunk);
        if (this.output.length > KEPT_OUTPUT) this.output.shift();
      });
    }
    await this.untilReady(child);
  }

  private async untilReady(child: ChildProcess): Promise<void> {
    const { ready, name } = this.spec;
    const deadline = Date.now() + READY_MS;
    for (;;) {
      if (typeof ready === 'number' ? await answers(ready) : ready.test(this.output.join(''))) return;
      const reason =
        this.fault ??
        (isOver(child)
          ? `ended with ${child.exitCode ?? child.signalCode}`
          : Date.now() > deadline
            ? `was not ready after ${READY_MS / 1_000} s`
            : undefined);
      if (reason) {
        child.kill('SIGKILL');
        throw new Error(`${name} did not start: ${reason}\n${this.output.join('').trim() || '(no output)'}`);
      }
      await delay(15);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  async kill(): Promise<void> {
    await this.endWith('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.endWith(this.spec.end);
    await this.start();
  }

  async stop(): Promise<void> {
    await this.endWith(this.spec.end);
    if (!this.spec.keep) rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 });
  }

  private async endWith(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || isOver(child) || this.fault) return;
    const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    // A frozen process hears nothing but SIGKILL until it goes on.
    child.kill('SIGCONT');
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await over;
    clearTimeout(late);
  }
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** A fresh folder for an engine's data; short, because socket paths have to be. Folders of processes that were killed go. */
export function engineFolder(name: string): string {
  for (const entry of readdirSync(tmpdir())) {
    const owner = /^zo-engine-[a-z0-9]+-(\d+)-/.exec(entry)?.[1];
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(tmpdir(), entry), { recursive: true, force: true });
  }
  return mkdtempSync(join(tmpdir(), `zo-engine-${name}-${process.pid}-`));
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
