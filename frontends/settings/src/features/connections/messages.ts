// User-visible texts of the connections, by requirement.
export const CONNECTIONS = {
  title: 'Connections',
  lead: 'Keys stay on the server, sealed for you alone. Your computer never sees them.',
  apps: 'Apps',
  // IM-01
  connected: (count: number, all: number) => `${count} of ${all} connected`,
  connect: 'Connect',
  connectTo: (name: string) => `Connect ${name}`,
  connecting: (name: string) => `Going to ${name}`,
  reconnect: 'Reconnect',
  reconnectTo: (name: string) => `Reconnect ${name}`,
  refused: 'Refused the connection',
  clientRefused: 'Refused the client of this installation',
  isConnected: 'Connected',
  disconnect: 'Disconnect',
  options: 'Options',
  optionsOf: (name: string) => `Options for ${name}`,
  disconnectTitle: (name: string) => `Disconnect ${name}?`,
  disconnectHint: 'Zo forgets its keys. What was imported stays in your files.',
  notConnected: (name: string) => `${name} was not connected`,
  notDisconnected: 'Not disconnected',
  notSetUp: 'Not set up here',
  setUp: 'Set up',
  setUpOf: (name: string) => `Set up ${name}`,
  change: 'Change the client',
  howTo: (name: string) => `The owner of this installation can set up ${name} on this page.`,
  howToShort: 'How to',
  howToOf: (name: string) => `How to set up ${name}`,
  failed: 'The apps could not be loaded.',
  again: 'Try again',
  outcomes: {
    connected: (name: string) => `${name} is connected`,
    denied: (name: string) => `You did not allow ${name}`,
    expired: 'That took too long, or was begun elsewhere. Connect it again.',
    client: (name: string) =>
      `${name} does not take the client of this installation. Its owner enters it again with “Change the client”.`,
    failed: (name: string) => `${name} was not connected. Try again.`,
  },
  gone: {
    ended: (name: string) => `${name} is disconnected`,
    unconfirmed: (name: string) =>
      `${name} is disconnected here. It did not confirm that: remove Zo in its settings, too.`,
    shared: (name: string) => `${name} is disconnected. Its provider still lists Zo for your other apps.`,
  },
} as const;

export const APP_TOOLS = {
  open: 'Tools',
  title: (name: string) => `Tools of ${name}`,
  lead: 'What the assistant can do there. What is off does not exist for it.',
  reading: 'Reading',
  readingHint: 'Runs without asking.',
  writing: 'Writing',
  writingHint: 'Asks you each time, unless your assistant may work without questions.',
  asksFor: (name: string, what: string) => `Leads to ${name}, which asks you to let Zo ${what}.`,
  notSaved: 'Not changed',
  // Beside the account.
  asks: 'asks first',
  readOnly: 'read only',
  none: 'no tools',
} as const;

export const CHATS = {
  title: 'Imports',
  from: 'Chats of ChatGPT, Claude and Zo',
  how:
    'Put the .zip of your export, or a chat that Zo saved as JSON, into your files, open it and choose “Import ' +
    'chats”.',
  open: 'Open files',
} as const;

export const CLIENT = {
  unknown: 'Set up an app',
  failed: 'The clients could not be loaded.',
  again: 'Try again',
  title: (name: string) => `Set up ${name}`,
  lead: (name: string) => `Register Zo once with ${name}. Then everybody here can connect it.`,
  open: (name: string) => `Open the console of ${name}`,
  callback: 'Redirect address to register',
  copy: 'Copy the address',
  copied: 'Copied the address',
  id: 'Client id',
  secret: 'Client secret',
  kept: 'Kept sealed. It is never shown again.',
  save: 'Save',
  saved: (name: string) => `${name} can be connected now`,
  remove: 'Remove',
  removed: (name: string) => `${name} cannot be connected any more`,
  cancel: 'Cancel',
} as const;
