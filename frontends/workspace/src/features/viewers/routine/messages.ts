import type { Condition } from '@zo/proto/routine';
import { formatNumber } from '@zo/web/format';

/** ZR-02: user-visible texts of the form of a routine. */
export const ROUTINE = {
  description: 'Description',
  descriptionHint: 'What it does, in a line',
  inputs: 'Inputs',
  noInputs: 'It asks for nothing when it runs.',
  inputName: (index: number) => `Name of input ${index + 1}`,
  inputDescription: (index: number) => `Description of input ${index + 1}`,
  nameHint: 'Name',
  inputHint: 'What to type',
  removeInput: (name: string) => `Remove ${name || 'this input'}`,
  addInput: 'Add input',
  noName: 'Give every input a name.',
  sameName: (name: string) => `Two inputs are called “${name}”. Give each a name of its own.`,
  others: 'Other settings, as written',
  id: 'ID',
  problem: (reason: string) => `The front matter cannot be read: ${reason}. Mend it in the raw editor.`,
} as const;

/** User-visible texts of its steps. */
export const STEPS = {
  title: 'Steps',
  hint: 'Scripts run without a model. The first question that fits wakes Zo.',
  none: 'No scripts: Zo does what is written below.',
  add: 'Add scripts',
  edit: 'Edit steps',
  example: '- script: python3 report.py\n- when: failed\n  ask: Find out why and tell me.',
  when: { failed: 'if a script fails', changed: 'if the output changed', always: 'each time' } satisfies Record<
    Condition,
    string
  >,
  broken: (why: string) => `It does not run while its steps cannot be read. ${why}`,
  noYaml: (why: string) => `This is no list: ${why}`,
  list: 'Steps as a list',
  listHint:
    'Scripts run in the workspace, one after the other. An input called “month” is $ZO_INPUT_MONTH, a file that ' +
    'starts it $ZO_FILE. ' +
    '“when” is failed, changed or always.',
  save: 'Save steps',
  cancel: 'Cancel',
} as const;

const MONEY = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });

/** User-visible texts of the fields for its schedule. */
export const WHEN = {
  title: 'When and how much',
  none: 'It runs when you run it.',
  never: 'At no time',
  add: 'Add a schedule',
  change: 'Change',
  remove: 'Remove the schedule',
  webhook: 'Also when another program calls',
  budget: 'Spend at most',
  budgetHint: 'Dollars a run, empty for no limit. With a limit, runs make no images or videos and start no research.',
  armHint: 'This is written into the file. It runs on its own once you arm it, at the top of the page.',
  save: 'Save the schedule',
  cancel: 'Cancel',
} as const;

/** ZR-02, ZR-05: user-visible texts of the schedule that a file asks for. */
export const ARMING = {
  title: 'Schedule',
  proposed: 'This file asks to run on its own. It does once you arm it.',
  armed: 'Runs on its own.',
  paused: 'Armed, and paused.',
  changed: 'The file asks for another schedule than the one you armed. The armed one runs until you arm the change.',
  gone: 'You armed a schedule that the file does not have any more. It runs until you disarm it.',
  broken: (problem: string) => `The schedule in this file cannot be armed: ${problem}`,
  next: 'Next',
  scripts: 'Its scripts run first, as they are here:',
  most: (dollars: number) => `at most ${MONEY.format(dollars)} a run`,
  arm: 'Arm',
  armChange: 'Arm the change',
  inputs: (title: string) => `Inputs of “${title}”`,
  inputsHint: 'Each run on its own begins with these. What you leave empty is empty.',
  changeInputs: 'Change inputs',
  input: (name: string, value: string) => `${name}: ${value || '(empty)'}`,
  makeSecret: 'Make a secret for calls',
  renewSecret: 'Make another secret for calls',
  calls: (title: string) => `Calls that start “${title}”`,
  secretOnce: 'Copy the secret now: it is shown only once. Another secret ends this one.',
  address: 'Address',
  secret: 'Secret',
  howToSign:
    'POST to the address with “zo-signature: t=<seconds>,v1=<hex>”: HMAC-SHA256 of “<seconds>.<body>”. ' +
    'With “idempotency-key”, a call that is sent again runs once.',
  noSecret: 'The secret could not be made',
  save: 'Save',
  disarm: 'Disarm',
  page: 'All schedules',
  notArmed: 'The schedule could not be armed',
  notDisarmed: 'The schedule could not be disarmed',
} as const;

/** User-visible texts of a rehearsal. */
export const REHEARSAL = {
  title: 'Rehearsal',
  rehearse: 'Rehearse',
  ask: (title: string) => `Rehearse “${title}”`,
  running: 'Zo goes through it without doing anything…',
  nothing: 'Nothing was changed or sent.',
  ended: 'It did not come to its end. Open its chat to see how far it came.',
  chat: 'Chat',
  close: 'Close the rehearsal',
  notRead: 'What it would do could not be read. Open its chat to see it.',
  notStarted: 'The rehearsal could not be started',
  would: {
    read: 'Read, as in a run',
    run: 'Would run',
    write: 'Would write',
    delete: 'Would delete',
    reach: 'Would reach',
    make: 'Would make',
    send: 'Would send to you',
    app: 'Would use apps',
    schedule: 'Would schedule',
    work: 'Would start work of its own',
    ask: 'Would ask you',
    wake: 'Would wake Zo',
  },
  more: (count: number) => `And at least ${formatNumber(count)} more.`,
  asks: 'asks first',
  failed: 'failed',
  when: { failed: 'if a script fails', changed: 'if the output changed' },
  ranOnCopy: 'Each ran on a copy of your files without a way out, which is gone: what it would change is below.',
  notRun: 'Commands and scripts are only listed: they were not run, so what they would change is not known.',
  cost: 'Cost',
  thisOne: 'This rehearsal',
  usual: (runs: number) => (runs === 1 ? 'The run before' : `A run, middle of the last ${runs}`),
  noUsual: 'A run: none has ended yet',
  most: 'A run, at most',
} as const;

/** '0.6 ¢' or '$1.20'. */
export function moneyWords(dollars: number | null): string {
  if (dollars === null) return 'not known';
  return dollars < 1 ? `${Number((dollars * 100).toFixed(2))} ¢` : `$${dollars.toFixed(2)}`;
}

/** ZR-03, ZR-04: user-visible texts of its runs. */
export const RUNS = {
  title: 'Runs',
  run: 'Run',
  running: 'Running',
  past: 'Past runs',
  untitled: 'No Title',
  ask: (title: string) => `Run “${title}”`,
  askHint: 'What you leave empty is empty for this run.',
  notRun: 'Failed to execute zoroutine',
  notListed: 'Failed to list zoroutine conversations',
  notRegistered: (message: string) => `Failed to register zoroutine: ${message}`,
} as const;
