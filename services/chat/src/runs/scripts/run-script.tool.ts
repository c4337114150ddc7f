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
  input: z.strictObject({
    script: z.string(),
    env: z.record(z.string(), z.string()),
    /** Scripts that run before it, unheard: each command of a rehearsal has a copy of the home of its own. */
    before: z.array(z.string()).optional(),
  }),
  async execute({ script, env, before = [] }, context) {
    const cmd = [...before.map((earlier) => `bash -c ${quoted(earlier)} >/dev/null 2>&1`), script].join('\n');
    const ran = await runCommand(context, { cmd, env });
    const { stdout, stderr, code, signal, timedOut } = ran;
    const end = timedOut ? 'ended after 10 minutes' : signal !== '' ? `ended by ${signal}` : `exit code ${code}`;
    // What it printed comes first and alone: the next run is compared with it.
    return {
      type: 'list',
      items: [stdout, ...(stderr === '' ? [] : [stderr]), ...(succeeded(ran) ? [] : [`(${end})`])],
    };
  },
});

const quoted = (script: string): string => `'${script.replaceAll("'", `'\\''`)}'`;
