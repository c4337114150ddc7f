/** The sentences about the web search of the assistant. */
export const WEB_SEARCH = {
  title: 'Web search',
  none: 'No web search yet',
  noneHint: 'Connect one, and your assistant can look things up on the web',
  add: 'Add a search',
  service: 'Service',
  address: 'Address',
  key: 'Key',
  keyHint: 'Stored encrypted on this server; it never enters your computer',
  unchanged: 'Unchanged',
  price: 'Price of a search',
  unknown: 'Not known',
  priceHint: 'In dollars. Without a price, nothing is charged to spending limits',
  save: 'Test and save',
  saved: (name: string) => `${name} searches for your assistant now`,
  test: 'Test',
  testing: 'Testing…',
  works: 'Works',
  fails: 'Does not work',
  keySaved: 'Key saved',
  edit: 'Edit',
  remove: 'Remove',
  options: 'Options',
  optionsOf: (name: string) => `Options of ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint: 'Your assistant cannot search the web without it. Its key is deleted from this server.',
  notRemoved: 'Not removed',
  notTested: 'The test could not be run',
  failed: 'The web search could not be read',
  again: 'Try again',
};

/** Sentences about what the user knows better about a model. */
export const LIMITS = {
  menu: 'Limits of models',
  title: (provider: string) => `Limits of the models of ${provider}`,
  lead:
    'Leave a field empty to use what the provider says. A chat that outgrows the window is summarised. ' +
    'Prices are dollars for a million tokens.',
  window: 'Window in tokens',
  windowOf: (model: string) => `Window of ${model} in tokens`,
  patience: 'Patience in seconds',
  patienceOf: (model: string) => `Seconds ${model} may be silent`,
  sees: 'Pictures',
  seesOf: (model: string) => `Whether ${model} takes pictures`,
  seesAsKnown: (vision: boolean) => (vision ? 'Known: yes' : 'Known: no'),
  seesYes: 'Yes',
  seesNo: 'No',
  priceIn: '$ in',
  priceOut: '$ out',
  priceInOf: (model: string) => `Dollars for a million tokens sent to ${model}`,
  priceOutOf: (model: string) => `Dollars for a million tokens written by ${model}`,
  priceHalf: (model: string) => `Enter both prices of ${model}, or neither.`,
  asUsual: '300',
  unknown: 'unknown',
  save: 'Save',
  saved: 'Limits saved',
  none: 'This provider has no models yet.',
} as const;

/** Texts about personas, with the ids of their requirements. */
export const PERSONAS = {
  title: 'Personas',
  none: 'No persona yet',
  noneHint: 'A persona has a name and a prompt: who answers, and how',
  another: 'Another persona',
  anotherHint: 'You choose who answers next to the message field',
  noPrompt: 'No prompt yet',
  inChats: 'Answers in chats',
  use: 'Use in chats',
  stopUsing: 'Stop using in chats',
  /** ZF-04 */
  activeFailed: 'Failed to update active Zofile',
  deleteHint: 'Chats that it answered stay as they are. Chats that it answers from now on have no persona.',
  promptHint: 'Used as written. Answers that are being written keep the prompt they started with.',
  promptPlaceholder: 'Plain words, short sentences, no sales talk. Ask before you invent a number.',
  badPicture: 'This picture cannot be read. Choose a PNG, JPEG or WebP file of at most 20 MB.',
} as const;

/** The policy of the assistant in words, and what the user allowed for ever. */
export const TRUST = {
  title: 'What Zo may do',
  rules: [
    { label: 'Your files', hint: 'Zo reads and changes them unasked. Each answer has a receipt, and can be undone.' },
    { label: 'Commands', hint: 'They run unasked while a chat holds only your words.' },
    {
      label: 'After text from outside',
      hint:
        'Web pages, uploads and pasted text may hide instructions, so commands run without the internet. ' +
        'Zo asks before one reaches a host.',
    },
    {
      label: 'Files that run by themselves',
      hint: 'After text from outside Zo asks before it leaves any, such as hooks of git or settings of a shell.',
    },
    {
      label: 'Web addresses',
      hint: 'After text from outside Zo opens unasked only those that you wrote or a search found.',
    },
    {
      label: 'Machines of your own',
      hint: 'Zo runs commands only on those that you allow, and asks before each one: nothing there can be undone.',
    },
  ],
  hosts: 'Hosts that every chat may reach',
  another: 'Allow a host',
  anotherHint: 'Also when Zo asks about a host, by Always. Every chat may send there what it has read.',
  allow: 'Allow',
  notGranted: 'Not allowed',
  allowed: (date: string) => `Allowed ${date}`,
  revoke: 'Take back',
  revokeHost: (host: string) => `Take back ${host}`,
  revoked: (host: string) => `Zo will ask about ${host} again`,
  notRevoked: 'Not taken back',
  failed: 'The hosts could not be read',
  again: 'Try again',
} as const;

export const TOOLS = {
  all: 'All tools',
  off: (count: number) => (count === 1 ? '1 tool off' : `${count} tools off`),
  title: (name: string) => `Tools of ${name}`,
  lead: 'What is off does not exist for its answers.',
  failed: 'The tools could not be read.',
} as const;

export const MODES = {
  title: 'How much Zo asks, and what it may use',
  every: 'Chats without a persona',
  of: (name: string) => `Questions of ${name}`,
  names: { ask_more: 'Ask more', balanced: 'Balanced', let_it_work: 'Let it work' },
  hints: {
    ask_more: 'Zo also asks before every command.',
    balanced: 'Zo asks where words from outside could be behind what it does.',
    let_it_work: 'Zo leaves out what it would ask about after text from outside, and says so.',
  },
  notSaved: 'Not saved',
  failed: 'The modes could not be read',
  again: 'Try again',
} as const;
