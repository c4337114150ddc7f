import { z } from 'zod';
import { runCommand, succeeded } from '../../tools/commands/command.js';
import { defineTool } from '../../tools/tool.js';

/** Runs a step of a routine. No model may call it: it is there only while the steps run. */
export const runScript = defineTool({
  name: 'run_script',
  description: 'Runs a script of a routine.',
  class: 'exec',
  needs: 'computer',
  parallel: false,
  input: z.strictObject({ script: z.string(), env: z.record(z.string(), z.string()) }),
  async execute({ script, env }, context) {
    const ran = await runCommand(context, { cmd: script, env });
    const { stdout, stderr, code, signal, timedOut } = ran;
    const end = timedOut ? 'ended after 10 minutes' : signal !== '' ? `ended by ${signal}` : `exit code ${code}`;
    // What it printed comes first and alone: the next run is compared with it.
    return {
      type: 'list',
      items: [stdout, ...(stderr === '' ? [] : [stderr]), ...(succeeded(ran) ? [] : [`(${end})`])],
    };
  },
});
