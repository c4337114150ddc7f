import { z } from 'zod';
import { describe, runCommand, succeeded } from './command.js';
import { command, cwd } from './run-bash-command.tool.js';
import { defineTool } from '../tool.js';

export const runSequentialCmds = defineTool({
  name: 'run_sequential_cmds',
  about: 'Runs several commands on your computer, one after the other.',
  description:
    'Runs commands one after the other in bash and stops at the first that fails. Answers one output for each that ' +
    'ran.',
  class: 'exec',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({ cmd_list: z.array(command).min(1).max(50), cwd }),
  async execute(args, context) {
    const items: string[] = [];
    for (const cmd of args.cmd_list) {
      const ran = await runCommand(context, { cmd, cwd: args.cwd });
      items.push(describe(ran));
      if (succeeded(ran)) continue;
      const left = args.cmd_list.length - items.length;
      if (left > 0) items.push(`(${left} more not run)`);
      break;
    }
    return { type: 'list', items };
  },
});
