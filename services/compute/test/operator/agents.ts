import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../../../infra/testing/engines/ports.js';
import { removeFolder } from '../../../../infra/testing/runner/folder.js';

const bundle = new URL('../../../computer-agent/dist/agent.mjs', import.meta.url).pathname;

const INSTANCE = 'a pod that is played';

/** The agent of a computer on a port of this machine: the pods of the test cluster are simulated, and have no agent. */
export class LocalAgent {
  readonly instance = INSTANCE;

  private constructor(
    readonly child: ChildProcess,
    readonly home: string,
    readonly address: string,
  ) {}

  /** @param more environment variables: a fixed port, or the pod that it runs in */
  static async start(secret: string, more: Record<string, string> = {}): Promise<LocalAgent> {
    const home = mkdtempSync(join(tmpdir(), 'zo-home-'));
    const port = more['ZO_AGENT_PORT'] ?? String((await freePorts(1))[0]);
    const env = {
      PATH: process.env['PATH'],
      ZO_AGENT_INSTANCE: INSTANCE,
      ZO_AGENT_SECRET: secret,
      ZO_HOME: home,
      ZO_HANDLE: 'ada',
      ...more,
      ZO_AGENT_PORT: port,
    };
    const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout!) if (String(text).includes('ready')) break;
    return new LocalAgent(child, home, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
    removeFolder(this.home);
  }
}
