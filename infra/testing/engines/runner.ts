/**
 * Runs a real engine as a plain process: free ports of 127.0.0.1, its own folder, killed with the process that started
 * it (parent-death signal); it can be killed, frozen and restarted on the same folder and ports. An engine with an
 * image runs as a container instead where a container engine answers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { containersChosen } from './containers/chosen.js';
import type { Engine, EngineSpec } from './engine.js';

const READY_MS = 60_000;
const END_MS = 10_000;
const KEPT_OUTPUT = 200;

export async function startEngine(spec: EngineSpec): Promise<Engine> {
  const { container } = spec;
  if (container && (await containersChosen())) {
    // Loaded here, because it takes long and most machines have no container engine.
    const { startContainer } = await import('./containers/container.js');
    return startContainer({ ...spec, container });
  }
  const engine = new EngineProcess(spec);
  await engine.start();
  return engine;
}

class EngineProcess implements Engine {
  readonly host = '127.0.0.1';
  private child?: ChildProcess;
  private output: string[] = [];
  private spawnError?: string;

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
    // In its own session: Ctrl-C in a terminal reaches only the parent, which stops the engines in order.
    const child = spawn('setpriv', ['--pdeathsig', end.slice(3), '--', ...command], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.child = child;
    child.on('error', (error) => (this.spawnError = error.message));
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
        this.spawnError ??
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
    if (!child || isOver(child) || this.spawnError) return;
    const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    // A frozen process handles no signal but SIGKILL until it continues.
    child.kill('SIGCONT');
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
    await over;
    clearTimeout(late);
  }
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/**
 * A new folder for an engine's data, with a short path because of sockets. Also removes the folders of killed
 * processes.
 */
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
