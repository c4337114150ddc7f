import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@zo/testing';
import { type ChildOptions, SupervisedProcess } from './child.js';
import { Standby } from './standby.js';

const folder = mkdtempSync(join(tmpdir(), 'zo-child-'));
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that runs `script`; its ends are recorded. */
const options = (script: string, more: Partial<ChildOptions> = {}): ChildOptions & { ended: string[] } => {
  const ended: string[] = [];
  return {
    command: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    env: process.env,
    onRestart: (reason, waits) => void ended.push(`${reason}${waits ? ', waits' : ''}`),
    ...more,
    ended,
  };
};
const out = join(folder, 'pids');
const tell = `require('fs').mkdirSync(${JSON.stringify(folder)}, { recursive: true }); require('fs').appendFileSync(${JSON.stringify(out)}, process.pid + ' ');`;
/** Process ids told so far; a file that exists but is still empty has none. */
const pids = () => (existsSync(out) ? readFileSync(out, 'utf8').split(' ').slice(0, -1).map(Number) : []);
const lives = (pid: number) => existsSync(`/proc/${pid}`);

function keep(made: ChildOptions): SupervisedProcess {
  const child = new SupervisedProcess(made);
  closers.push(() => child.stop(500));
  child.start();
  return child;
}

describe('a supervised process', () => {
  it('AU-02 is restarted when it is killed, and gone after stop', async () => {
    let kills = 0;
    const made = options(`${tell} setInterval(() => {}, 1000)`, { onKill: () => (kills += 1) });
    const child = keep(made);
    await eventually(() => pids().length === 1);
    process.kill(pids()[0]!, 'SIGKILL');
    await eventually(() => pids().length === 2);
    expect(made.ended).toEqual(['SIGKILL']);
    await child.stop(60_000);
    expect([lives(pids()[1]!), kills]).toEqual([false, 0]);
  });

  it('AU-02 one that ignores the signal is killed on stop, and this is reported', async () => {
    let kills = 0;
    const ignores = options(`process.on('SIGTERM', () => 0); ${tell} setInterval(() => {}, 1000)`);
    const child = keep({ ...ignores, onKill: () => (kills += 1) });
    await eventually(() => pids().length === 1);
    await child.stop(100);
    expect([lives(pids()[0]!), kills]).toEqual([false, 1]);
  });

  it('AU-02 a restart ends the old process before the new one, and does not count as a failure', async () => {
    const made = options(`${tell} setInterval(() => {}, 1000)`);
    const child = keep(made);
    await eventually(() => pids().length === 1);
    await child.restart();
    expect(lives(pids()[0]!)).toBe(false);
    await eventually(() => pids().length === 2);
    expect(made.ended).toEqual([]);
  });

  it('AU-02 with broken sources it waits for a restart', async () => {
    const made = options(`${tell} process.exit(3)`, { waitsForRestart: true });
    const child = keep(made);
    await eventually(() => made.ended.length === 1);
    await child.restart();
    await eventually(() => made.ended.length === 2);
    expect(made.ended).toEqual(['code 3, waits', 'code 3, waits']);
    expect(pids()).toHaveLength(2);
  });

  it('AU-02 a standby process takes over, and none is left behind', async () => {
    const standby = new Standby({ afterStartMs: 100 });
    const taken: number[] = [];
    const waits = `${tell} process.stdin.resume().on('end', () => setInterval(() => {}, 1000))`;
    const spawn = (made: ChildOptions) => {
      const process = standby.take(made);
      taken.push(process.pid!);
      return process;
    };
    const child = keep(options(waits, { spawn }));
    await eventually(() => pids().length === 2);
    const [first] = taken;
    const second = pids().find((pid) => pid !== first)!;
    await child.restart();
    expect(taken).toEqual([first, second]);
    expect([lives(first!), lives(second)]).toEqual([false, true]);
    await eventually(() => pids().length === 3);
    await child.stop(500);
    standby.close();
    await eventually(() => pids().every((pid) => !lives(pid)));
  });
});
