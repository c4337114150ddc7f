import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../../infra/testing/runner/folder.js';
import { installationOf } from '../src/host/layout.js';
import type { ComputerSpec } from '../src/host/index.js';

const root = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');

/** The computer host in a process of its own, as the launcher runs it. */
export class TestHost {
  private constructor(
    readonly child: ChildProcess,
    readonly data: string,
    readonly socketPath: string,
  ) {}

  static async start(
    options: Record<string, unknown> = {},
    data = mkdtempSync(join(tmpdir(), 'zo-host-')),
  ): Promise<TestHost> {
    mkdirSync(data, { recursive: true });
    chmodSync(data, 0o711);
    const agentBundle = `${root}/services/computer-agent/dist/agent.mjs`;
    if (!existsSync(agentBundle))
      await once(spawn(process.execPath, [`${root}/services/computer-agent/build.mjs`]), 'exit');
    const socketPath = join(data, 'run', 'computers.sock');
    const all = {
      dataFolder: data,
      socketPath,
      agentBundle,
      modulesFolder: `${root}/node_modules`,
      nodeBinary: process.execPath,
      unsandboxed: false,
      imageBuilder: null,
      ...options,
    };
    const script = `const { startComputerHost } = await import('${root}/services/compute/src/host/index.ts');
      const host = await startComputerHost(${JSON.stringify(all)});
      process.on('SIGTERM', () => void host.close().then(() => process.exit(0)));
      console.log('listening');`;
    const args = ['--import', `${root}/infra/tools/build/ts-hooks.mjs`, '--input-type=module', '--eval', script];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    await once(child.stdout!, 'data');
    return new TestHost(child, data, socketPath);
  }

  /** The real uid of the computer with this number. */
  uidOf(number: number): number {
    return installationOf(this.data).uidBase + number;
  }

  /** The control group that counts the processes of the computer with this number; other installations have theirs. */
  pidsGroupOf(number: number): string {
    const group = `zo-${installationOf(this.data).name}/c${number}`;
    return existsSync('/sys/fs/cgroup/pids') ? `/sys/fs/cgroup/pids/${group}` : `/sys/fs/cgroup/${group}`;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM');
    removeFolder(this.data);
  }
}

let number = 0;

export function spec(more: Partial<ComputerSpec> = {}): ComputerSpec {
  number++;
  return {
    id: crypto.randomUUID(),
    userId: crypto.randomUUID(),
    number,
    handle: `user${number}`,
    owner: false,
    memoryBytes: 0,
    cpus: 0,
    diskBytes: 0,
    ...more,
  };
}

/** Processes that run with the given real uid. */
export function processesOf(uid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^Uid:\\s+${uid}\\s`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      } catch {
        return false;
      }
    });
}
