import { z } from 'zod';
import { describe, runCommand } from './command.js';
import { defineTool, text } from '../tool.js';

export const command = z.string().min(1).max(100_000);
export const cwd = z.string().max(4096).optional().describe('Folder to run in; ~/workspace when left out');

export const runBashCommand = defineTool({
  name: 'run_bash_command',
  about: 'Runs a command on your computer.',
  description: 'Runs one command in bash on the computer and answers its output and exit code. At most ten minutes.',
  class: 'exec',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({ cmd: command, cwd }),
  execute: async (args, context) => text(describe(await runCommand(context, args))),
});
