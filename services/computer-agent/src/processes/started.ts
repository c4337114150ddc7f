import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { WouldChange } from './closed/closed-command.js';
import { killAll } from './group.js';

/** A command that was started, wherever it runs. */
export interface Started {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
  /** Of one that was rehearsed. */
  readonly wouldChange?: WouldChange;
  /** Resolves when nothing of it runs any more, as far as that can be seen from here. */
  readonly ended: Promise<void>;
  once(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'exit' | 'close', listener: () => void): unknown;
  /** Ends the command and everything it started. */
  kill(): void;
}

/** Starts a command in this computer. `id`: the mark of its processes. */
export function startHere(
  command: string,
  { cwd, env, id }: { cwd: string; env: Record<string, string>; id: string },
): Started {
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const child = spawn('/bin/bash', ['-lc', command], { cwd, env, detached: true, stdio: [...stdio] });
  return {
    ended: new Promise((done) => child.once('error', () => done()).once('exit', () => done())),
    stdout: child.stdout!,
    stderr: child.stderr!,
    get exitCode() {
      return child.exitCode;
    },
    get signalCode() {
      return child.signalCode;
    },
    once: (event: string, listener: (error: Error) => void) => (child as ChildProcess).once(event, listener),
    kill: () => {
      if (child.pid) killAll(child.pid, id);
    },
  };
}
