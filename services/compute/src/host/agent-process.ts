/** Finds the process of an agent, whose open files services on this machine may read. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type AgentProcess, startTimeOf } from '@zo/agent-token/process';
import { processesOf, type Tree } from './freeze.js';

/**
 * Returns the agent in a tree of processes that has just started, with the device of its home. Undefined when the
 * kernel does not show it.
 */
export function agentProcessIn(tree: Tree, home: string): AgentProcess | undefined {
  try {
    const pid = processesOf(tree).find(isAgent);
    if (pid === undefined) return undefined;
    const device = String(statSync(home, { bigint: true }).dev);
    return { pid, startTime: startTimeOf(pid), uid: tree.uid, device };
  } catch {
    return undefined;
  }
}

/** Bubblewrap and setpriv name the agent in their arguments, too. */
function isAgent(pid: number): boolean {
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  return basename(program) === 'node' && args.some((arg) => basename(arg) === 'agent.mjs');
}
