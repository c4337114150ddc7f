/** What an answer did beyond the computer, from its calls. */
import type { Receipt } from '../../shapes/receipt.js';
import { isAppTool } from '../../tools/app-tools.js';
import { isConnectedAppTool } from '../../tools/connected-apps.js';
import { nameIn } from '../../tools/machines/machine-port.js';
import { RUN_ON_MACHINE } from '../../tools/machines/run-on-machine.tool.js';
import { createScheduledTask, editScheduledTask } from '../../tools/user/scheduled-tasks.tool.js';
import { sendEmailToUser, sendSmsToUser } from '../../tools/user/send-to-user.tool.js';
import type { CallRow } from '../store/ledger.repository.js';

type Act = NonNullable<Receipt['acts']>[number];

const MAX_ACTS = 100;
const MAX_WHAT = 200;
/** With the argument that says what a call is about. */
const OWN: Readonly<Record<string, readonly [kind: Act['kind'], argument: string]>> = {
  [sendEmailToUser.name]: ['mail', 'subject'],
  [sendSmsToUser.name]: ['text', 'message'],
  [createScheduledTask.name]: ['schedule', 'instruction'],
  [editScheduledTask.name]: ['schedule', 'instruction'],
};

/** In their order. Calls that failed did nothing, unless a command had begun; of some it is not known. */
export const actsOf = (calls: readonly CallRow[]): Act[] =>
  calls
    .filter((call) => hasHappened(call) || isUnknown(call) || isOnMachine(call))
    .flatMap((call): Act[] => {
      const act = actOf(call);
      return act
        ? [{ ...act, what: act.what.slice(0, MAX_WHAT).toWellFormed(), unknown: isUnknown(call) || isOpenEnded(call) }]
        : [];
    })
    .slice(0, MAX_ACTS);

function actOf({ tool, args, decision, approvalDecision, commands }: CallRow): Omit<Act, 'unknown'> | undefined {
  const given = (args ?? {}) as Partial<Record<string, unknown>>;
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const [kind, argument] = OWN[tool] ?? [];
  if (kind && argument) return { kind, name: '', what: text(argument) };
  if (tool === RUN_ON_MACHINE)
    return commands.length === 0
      ? undefined
      : { kind: 'machine', name: nameIn(text('machine')), what: commands[0]!.cmd };
  // Reading an app changes nothing. Of a call with an unknown outcome it is not known whether it was to read.
  if (isConnectedAppTool(tool))
    return approvalDecision === null && decision !== 'unasked' && decision !== 'unknown_outcome'
      ? undefined
      : { kind: 'app', name: tool, what: text('tool_name') };
  return isAppTool(tool) && tool !== 'list_app_tools' ? { kind: 'program', name: tool, what: text('name') } : undefined;
}

const hasHappened = ({ state, decision, result }: CallRow): boolean =>
  state === 'done' && decision !== 'rehearsed' && result?.type !== 'error';

const isOnMachine = ({ tool, commands }: CallRow): boolean => tool === RUN_ON_MACHINE && commands.length > 0;

/** It was stopped, or its machine went away. */
const isOpenEnded = (call: CallRow): boolean => isOnMachine(call) && call.commands[0]!.exit_code === null;

const isUnknown = ({ startedAt, decision }: CallRow): boolean => startedAt !== null && decision === 'unknown_outcome';
