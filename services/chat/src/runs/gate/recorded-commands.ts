/** Records the commands of a call before they begin, so that a receipt lists also those whose end nobody saw. */
import { Injectable } from '@nestjs/common';
import type { CallContext, Tool, WouldChange } from '../../tools/tool.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { RunStore } from '../store/run-store.js';
import { CommandWayOut } from './command-way-out.js';
import type { GateRun } from './gate-run.js';

@Injectable()
export class RecordedCommands {
  constructor(
    private readonly store: RunStore,
    private readonly wayOut: CommandWayOut,
  ) {}

  of(
    at: GateRun,
    { tool, call, closed }: { tool: Tool; call: CallRow; closed: boolean },
    effects: Effects,
  ): Pick<CallContext, 'willRun' | 'willRunThere'> {
    const { database, ledger } = this.store;
    const { commands, leftToRun } = effects;
    const add = async (cmd: string) => {
      const index = commands.push({ cmd, exit_code: null }) - 1;
      await database.tx(at.ctx, (ctx) => ledger.setCommands(ctx, call.id, commands));
      return index;
    };
    return {
      willRunThere: async (cmd) => {
        const index = await add(cmd);
        return (exitCode) => void (commands[index] = { cmd, exit_code: exitCode });
      },
      willRun: async (cmd) => {
        const index = await add(cmd);
        const rehearse = at.run.rehearses !== null;
        const mayReachGranted = tool.class === 'exec' && !rehearse;
        const begun = await this.wayOut.begin(at, { closed, mayReachGranted }, effects);
        return {
          ...begun,
          rehearse,
          ended: (exitCode, would) => void (commands[index] = { cmd, exit_code: exitCode, ...wouldIn(would) }),
          leftToRun: (left) => void leftToRun.push(left),
        };
      },
    };
  }
}

const wouldIn = (would: WouldChange | undefined) =>
  would && {
    would_write: would.write.map(wellFormed),
    would_delete: would.delete.map(wellFormed),
    write_count: would.writeCount,
    delete_count: would.deleteCount,
  };
const wellFormed = (text: string) => text.toWellFormed();
