import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '@zo/testing/eventually';
import type { Person } from '../../infra/testing/product/product.js';
import { config } from './config.js';

/** What the package for people's own machines runs. */
const PROGRAM = new URL('../../services/computer-agent/dist/machine.mjs', import.meta.url).pathname;

/** Runs the program of a machine as its user would, and collects what it says. */
export class OwnMachine {
  private readonly running: ChildProcess[] = [];

  constructor(private readonly disk: string) {
    mkdirSync(join(disk, 'src'));
  }

  start(args: readonly string[]) {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: join(this.disk, 'src'),
      env: { ...config.environment, HOME: this.disk, XDG_STATE_HOME: join(this.disk, 'state') },
    });
    this.running.push(child);
    const ended = once(child, 'exit') as Promise<[number | null]>;
    return { child, ended, said: text(child.stdout), failed: text(child.stderr) };
  }

  /** Pairs it as `laptop`, with more arguments of its program. @returns the root of its folder in addresses */
  async connect(user: Person, ...args: readonly string[]) {
    const { command } = await user.json<{ command: string }>('/api/machines/codes', {});
    const running = this.start([...command.split(' ').slice(3), '--name', 'laptop', ...args]);
    const connected = async () => {
      const { machines } = await user.json<{ machines: { id: string; connected: boolean }[] }>('/api/machines');
      return machines.find((each) => each.connected)?.id;
    };
    return { root: `m${await eventually(connected)}`, running };
  }

  /** Whether it has a folder for uploads in progress. `host`: of the Zo. */
  keepsUploads(host: string): boolean {
    const data = join(this.disk, 'state', 'zo-machine', host.replaceAll(':', '_'));
    return existsSync(join(data, 'home', '.computer', 'uploads'));
  }

  async stop(): Promise<void> {
    const left = this.running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    for (const child of left) child.kill('SIGTERM');
    await Promise.all(left.map((child) => once(child, 'exit')));
  }
}
