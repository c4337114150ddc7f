import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bundle = new URL('../../../computer-agent/dist/agent.mjs', import.meta.url).pathname;

const INSTANCE = 'a pod that is played';

/** The agent of a computer on a port of this machine: pods of this control plane are played, and have none. */
export class LocalAgent {
  readonly instance = INSTANCE;

  private constructor(readonly child: ChildProcess, readonly home: string, readonly address: string) {}

  static async start(secret: string): Promise<LocalAgent> {
    const home = mkdtempSync(join(tmpdir(), 'zo-home-'));
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const env = { PATH: process.env['PATH'], ZO_AGENT_PORT: String(port), ZO_AGENT_INSTANCE: INSTANCE, ZO_AGENT_SECRET: secret, ZO_HOME: home, ZO_HANDLE: 'ada' };
    const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout!) if (String(text).includes('ready')) break;
    return new LocalAgent(child, home, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
    rmSync(this.home, { recursive: true, force: true });
  }
}
