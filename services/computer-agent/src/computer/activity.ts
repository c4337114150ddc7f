import fs from 'node:fs';
import { processIds } from '../processes/process-ids.js';
import { ErrorReason } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import { COMPUTER_MARK } from '../processes/group.js';
import type { Runs } from '../processes/run.js';
import { programName } from '../processes/program-name.js';
import type { Terminals } from '../terminals/terminals.js';
import type { ToolServers } from '../tool-servers/tool-servers.js';

// Shells that wait for input, and the programs that run the agent itself, are not work.
const IDLE_NAMES = new Set(['bash', 'sh', 'bwrap', 'tini']);

/** What the computer is doing, so that a stop does not end work that someone still needs. */
export class Activity {
  readonly started = Date.now();
  private last = Date.now();
  private quiet = false;

  constructor(
    private readonly runs: Runs,
    private readonly terminals: Terminals,
    private readonly toolServers: Pick<ToolServers, 'commands'>,
  ) {}

  touch(): void {
    this.last = Date.now();
  }

  get lastActive(): number {
    return this.terminals.list().reduce((latest, { lastActive }) => Math.max(latest, lastActive), this.last);
  }

  /** A sentence that says what a stop would end; empty when nothing would be lost. */
  get busyReason(): string {
    const [command] = this.runs.commands;
    if (command !== undefined) return `A command is running: ${command}`;
    const foreground = this.terminals
      .list()
      .map((terminal) => terminal.foreground)
      .find((name) => name !== '');
    if (foreground) return `${foreground} is running in a terminal`;
    const [toolServer] = this.toolServers.commands;
    if (toolServer !== undefined) return `An MCP server is running: ${toolServer}`;
    const background = this.background();
    return background ? `${background} is running in the background` : '';
  }

  /** A program of the user outside of commands and terminals, e.g. a server started with `&`. */
  private background(): string {
    for (const name of processIds()) {
      if (Number(name) === process.pid || Number(name) === 1) continue;
      try {
        if (fs.statSync(`/proc/${name}`).uid !== process.getuid?.()) continue;
        const environment = fs.readFileSync(`/proc/${name}/environ`, 'latin1');
        const command = fs.readFileSync(`/proc/${name}/comm`, 'utf8').trim();
        // Only processes that a command or a terminal of this agent started belong to the computer.
        if (!IDLE_NAMES.has(command) && `\0${environment}`.includes(`\0${COMPUTER_MARK}=${process.pid}\0`))
          return programName(command, fs.readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      } catch {
        // exited meanwhile, or not readable
      }
    }
    return '';
  }

  /** @throws STOPPING once the computer is about to stop */
  assertOpen(): void {
    if (this.quiet) throw agentError(ErrorReason.STOPPING, 'The computer is going to sleep.');
  }

  /** Refuses new work from now on. */
  close(): void {
    this.quiet = true;
  }
}
