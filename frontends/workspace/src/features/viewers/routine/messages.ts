import type { Condition } from '@zo/proto/routine';

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
    'Scripts run in the workspace, one after the other. An input called “month” is $ZO_INPUT_MONTH, a file that starts it $ZO_FILE. “when” is failed, changed or always.',
  save: 'Save steps',
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
  most: (dollars: string) => `at most ${dollars} a run`,
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
    'POST to the address with “zo-signature: t=<seconds>,v1=<hex>”: HMAC-SHA256 of “<seconds>.<body>”. With “idempotency-key”, a call that is sent again runs once.',
  noSecret: 'The secret could not be made',
  save: 'Save',
  disarm: 'Disarm',
  page: 'All schedules',
  notArmed: 'The schedule could not be armed',
  notDisarmed: 'The schedule could not be disarmed',
} as const;

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
