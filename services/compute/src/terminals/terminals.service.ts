import { Injectable } from '@nestjs/common';
import type { Terminal } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { sanitiseAmount, isAgentError, sanitiseText, sanitiseTime } from '@zo/computer-client';
import { ComputersService } from '../computers/computers.service.js';
import { computeErrors } from '../errors.js';
import type { NewTerminal } from './terminals.dto.js';

const MAX_FOLDER = 4_096;

/** CH-08: shells on the user's own computer. */
@Injectable()
export class TerminalsService {
  constructor(private readonly computers: ComputersService) {}

  /** The open terminals; none while the computer sleeps. */
  async list(ctx: Ctx) {
    const computer = await this.computers.peek(ctx);
    if (!computer) return { terminals: [] };
    const { terminals } = await computer.client.terminals.listTerminals({});
    return { terminals: terminals.map(presentTerminal) };
  }

  /** Opens a shell, waking the computer if needed. @throws compute.not_started */
  async open(ctx: Ctx, wanted: NewTerminal) {
    const computer = await this.computers.wake(ctx);
    const { terminal } = await computer.client.terminals.createTerminal({
      cols: wanted.cols,
      rows: wanted.rows,
      cwd: wanted.cwd ?? '',
    });
    if (!terminal) throw computeErrors.noTerminal();
    return presentTerminal(terminal);
  }

  /** Names a terminal; an empty name takes it away. @throws compute.no_terminal */
  async rename(ctx: Ctx, id: string, name: string) {
    const computer = await this.computers.peek(ctx);
    if (!computer) throw computeErrors.noTerminal();
    const { terminal } = await computer.client.terminals.renameTerminal({ id, name }).catch(missing);
    if (!terminal) throw computeErrors.noTerminal();
    return presentTerminal(terminal);
  }

  /** @throws compute.no_terminal */
  async close(ctx: Ctx, id: string): Promise<void> {
    const computer = await this.computers.peek(ctx);
    if (!computer) throw computeErrors.noTerminal();
    await computer.client.terminals.closeTerminal({ id }).catch(missing);
  }
}

const missing = (error: unknown): never => {
  throw isAgentError(error, 'terminalNotFound', 'notFound') ? computeErrors.noTerminal() : error;
};

function presentTerminal({ id, title, name, program, cols, rows, createdMs, running, cwd }: Terminal) {
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
  };
}
