/** Takes from all processes of a computer the ability to write to files, or gives it back. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { LARGEST_FILE } from './limits.js';
import { isRoot } from './layout.js';

const run = promisify(execFile);
/** Repeated, because a process that forks meanwhile leaves a child with the old limit. */
const MAX_PASSES = 10;
const PER_COMMAND = 500;
const COMMAND_MS = 10_000;
const AGENT = '/agent.mjs';

export interface Tree {
  /** Real uid of its processes; no other computer has it. */
  readonly uid: number;
  /** Root of the process tree, for computers without a uid of their own. */
  readonly pid: number;
}

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
}

function readProcess(pid: number): Seen | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
    return { pid, parent: number('PPid'), uid: number('Uid') };
  } catch {
    return undefined;
  }
}

export function processesOf({ uid, pid: root }: Tree): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []));
  if (isRoot) return all.filter((seen) => seen.uid === uid).map(({ pid }) => pid);
  const found = new Set([root]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

const canWrite = (pid: number): boolean => {
  try {
    return !/^Max file size\s+0\s+0\s/m.test(readFileSync(`/proc/${pid}/limits`, 'utf8'));
  } catch {
    return false;
  }
};

/** Sets RLIMIT_FSIZE per process: only the same user, or one who may raise limits, can change it from outside. */
async function setFileSize(pids: readonly number[], limit: string, uid: number | undefined): Promise<boolean> {
  let whole = true;
  const as = uid === undefined ? [] : ['setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups'];
  for (let at = 0; at < pids.length; at += PER_COMMAND) {
    const script = `ok=0
      for pid in "$@"; do prlimit --pid $pid --fsize=${limit} 2>/dev/null || [ ! -e /proc/$pid ] || ok=1; done
      exit $ok`;
    const [program = '', ...args] = [...as, 'sh', '-c', script, 'sh', ...pids.slice(at, at + PER_COMMAND).map(String)];
    whole &&= await run(program, args, { timeout: COMMAND_MS }).then(
      () => true,
      () => false,
    );
  }
  return whole;
}

/** Repeats, `MAX_PASSES` times at most, until no process of the computer can write to a file any more. */
export async function forbidWriting(tree: Tree, { killing }: { killing: boolean }): Promise<void> {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const pids = processesOf(tree).filter(canWrite);
    if (pids.length > 0) await setFileSize(pids, '0:0', isRoot ? tree.uid : undefined);
    if (killing) killAllButAgent(tree);
    if (pids.length === 0) return;
  }
}

/** Returns false where this machine does not allow it: a lowered limit is raised again only with a capability. */
export const allowWriting = (tree: Tree): Promise<boolean> =>
  setFileSize(processesOf(tree), `${LARGEST_FILE}:${LARGEST_FILE}`, undefined);

function killAllButAgent(tree: Tree): void {
  for (const pid of processesOf(tree)) {
    try {
      const isAgent = readFileSync(`/proc/${pid}/cmdline`, 'latin1')
        .split('\0')
        .some((part) => part.endsWith(AGENT));
      if (!isAgent && pid !== tree.pid) process.kill(pid, 'SIGKILL');
    } catch {
      // exited meanwhile
    }
  }
}
