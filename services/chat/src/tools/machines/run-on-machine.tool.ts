/** PC-02: runs a command on a machine of the user's own, outside of the computer. */
import { z } from 'zod';
import { describe, MAX_MS, MAX_OUTPUT_BYTES, outputOf } from '../commands/command.js';
import { command } from '../commands/run-bash-command.tool.js';
import { type CallContext, defineTool, text, type Tool } from '../tool.js';
import type { OwnMachine } from './machine-port.js';

export const RUN_ON_MACHINE = 'run_on_machine';

/** Without machines only what the registry needs to know of the tool. */
export function runOnMachine(machines: readonly OwnMachine[] = []): Tool {
  const byKey = new Map(machines.map((machine) => [machine.key, machine]));
  const about = machines.map(({ key, platform }) => `- ${JSON.stringify(key)} (${SYSTEM[platform]})`);
  return defineTool({
    name: RUN_ON_MACHINE,
    about: 'Runs a command on a machine of yours, after your yes each time.',
    description: [
      "Runs one command in bash on a machine of the user's own and answers its output and exit code.",
      'The machine is not the computer: it has files of its own, and nothing there can be undone.',
      'The user is asked each time, so put what belongs together into one command. Machines:',
      ...about,
    ].join('\n'),
    class: 'machine',
    needs: 'none',
    requires: 'machines',
    parallel: false,
    input: z.strictObject({
      machine: z.enum([...byKey.keys()]),
      cmd: command,
      cwd: z
        .string()
        .max(4096)
        .startsWith('/', 'must be an absolute path')
        .optional()
        .describe('Absolute path of the folder to run in; the folder that its user chose when left out'),
    }),
    sends: ({ machine }) => ({ name: byKey.get(machine)!.name, host: '', destroys: false, isMachine: true }),
    execute: ({ machine, cmd, cwd }, context) => run(byKey.get(machine)!, { cmd, cwd }, context),
  });
}

const SYSTEM = { linux: 'Linux', macos: 'macOS' } as const;

const run = (machine: OwnMachine, { cmd, cwd = '' }: { cmd: string; cwd?: string }, context: CallContext) =>
  context.onMachine(machine, async (agent) => {
    const ended = await context.willRunThere(cmd);
    const request = { command: cmd, cwd, timeoutMs: MAX_MS, maxOutputBytes: MAX_OUTPUT_BYTES };
    const events = agent.processes.run(request, { signal: context.signal });
    const result = await outputOf(context, events, ({ code, signal, timedOut }) =>
      ended(signal === '' && !timedOut ? code : null),
    );
    return text(describe(result));
  });
