import type { CallOptions } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Terminal } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { type Computer, sanitiseAmount, isAgentError, sanitiseText, sanitiseTime } from '@zo/computer-client';
import { logger } from '@zo/observability';
import { ComputersService } from '../computers/computers.service.js';
import { computeErrors } from '../errors.js';
import { MachinesService } from '../machines/machines.service.js';
import type { NewTerminal } from './terminals.dto.js';

const log = logger('compute');
const MAX_FOLDER = 4_096;
/** A machine behind a slow line does not keep the terminals of the computer waiting. */
const MACHINE_ANSWER_MS = 2_000;

/** One terminal: of the computer, or of a machine of the person's own. */
interface TerminalAt {
  readonly id: string;
  readonly machine: string | undefined;
}

/** CH-08, PC-02: shells on the user's own computer and on their own machines. */
@Injectable()
export class TerminalsService {
  constructor(
    private readonly computers: ComputersService,
    private readonly machines: MachinesService,
  ) {}

  /** The open terminals; none while the computer sleeps, and none of machines that do not answer. */
  async list(ctx: Ctx) {
    const [computer, machines] = await Promise.all([this.computers.peek(ctx), this.machines.connected(ctx)]);
    const own = computer ? terminalsOf(computer.client, null) : [];
    const others = machines.map(({ client, ...machine }) =>
      terminalsOf(client, machine, { timeoutMs: MACHINE_ANSWER_MS }).catch((error: unknown) => {
        log.debug({ error }, 'the terminals of a machine could not be listed');
        return [];
      }),
    );
    return { terminals: (await Promise.all([own, ...others])).flat() };
  }

  /**
   * Opens a shell, waking the computer if needed.
   * @throws compute.not_started, compute.no_machine, compute.machine_away, compute.no_shell
   */
  async open(ctx: Ctx, { machine_id: machineId, cols, rows, cwd = '' }: NewTerminal) {
    const client = machineId ? await this.machines.open(ctx, machineId) : (await this.computers.wake(ctx)).client;
    const { terminal } = await client.terminals.createTerminal({ cols, rows, cwd }).catch((error: unknown) => {
      throw isAgentError(error, 'notPermitted') ? computeErrors.noShell() : error;
    });
    if (!terminal) throw computeErrors.noTerminal();
    return presentTerminal(terminal, machineId ? await this.machines.describe(ctx, machineId) : null);
  }

  /** Names a terminal; an empty name takes it away. @throws compute.no_terminal */
  async rename(ctx: Ctx, { id, machine }: TerminalAt, name: string) {
    const client = await this.clientOf(ctx, machine);
    const { terminal } = await client.terminals.renameTerminal({ id, name }).catch(missing);
    if (!terminal) throw computeErrors.noTerminal();
    return presentTerminal(terminal, machine ? await this.machines.describe(ctx, machine) : null);
  }

  /** @throws compute.no_terminal */
  async close(ctx: Ctx, { id, machine }: TerminalAt): Promise<void> {
    const client = await this.clientOf(ctx, machine);
    await client.terminals.closeTerminal({ id }).catch(missing);
  }

  /** Never wakes the computer. @throws compute.no_terminal, compute.no_machine, compute.machine_away */
  private async clientOf(ctx: Ctx, machine: string | undefined): Promise<Computer> {
    if (machine) return this.machines.open(ctx, machine);
    const computer = await this.computers.peek(ctx);
    if (!computer) throw computeErrors.noTerminal();
    return computer.client;
  }
}

/** On which machine a terminal is; null: on the computer. */
type MachineName = { readonly id: string; readonly name: string } | null;

async function terminalsOf(client: Computer, machine: MachineName, options: CallOptions = {}) {
  const { terminals } = await client.terminals.listTerminals({}, options);
  return terminals.map((terminal) => presentTerminal(terminal, machine));
}

const missing = (error: unknown): never => {
  throw isAgentError(error, 'terminalNotFound', 'notFound') ? computeErrors.noTerminal() : error;
};

function presentTerminal(
  { id, title, name, program, cols, rows, createdMs, running, cwd }: Terminal,
  machine: MachineName,
) {
  return {
    id: sanitiseText(id),
    title: sanitiseText(title),
    name: sanitiseText(name),
    program: sanitiseText(program),
    cols: sanitiseAmount(cols),
    rows: sanitiseAmount(rows),
    created_at: sanitiseTime(createdMs).toISOString(),
    running,
    cwd: sanitiseText(cwd, MAX_FOLDER),
    machine,
  };
}
