import { z } from 'zod';
import { describe, runCommand } from './command.js';
import { command, cwd } from './run-bash-command.tool.js';
import { defineTool } from '../tool.js';

const AT_ONCE = 8;

export const runParallelCmds = defineTool({
  name: 'run_parallel_cmds',
  about: 'Runs several commands on your computer at the same time.',
  description:
    'Runs commands at the same time in bash, at most eight at once. Answers one output for each, in the order given.',
  class: 'exec',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({ cmd_list: z.array(command).min(1).max(50), cwd }),
  async execute(args, context) {
    const items = new Array<string>(args.cmd_list.length);
    const queue = args.cmd_list.entries();
    const worker = async () => {
      for (const [index, cmd] of queue) items[index] = describe(await runCommand(context, { cmd, cwd: args.cwd }));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
    return { type: 'list', items };
  },
});
