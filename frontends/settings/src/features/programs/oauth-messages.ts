import { formatCount } from '@zo/web/format';

/** The sentences about programs that sign in by OAuth. */
export const CONNECTED = {
  title: 'Connected programs',
  none: 'No programs connected yet',
  noneHint: (address: string) => `Add ${address} to Claude, ChatGPT, VS Code or another MCP client, and sign in there.`,
  failed: 'The connected programs could not be read',
  again: 'Try again',
  copy: 'Copy address',
  copied: 'Copied',
  notCopied: 'Nothing was copied',
  host: (kind: 'web' | 'device' | 'app', host: string) =>
    ({ web: host, device: `A program on a device (${host})`, app: `An app (${host}:)` })[kind],
  audience: { mcp: 'Through MCP', api: 'The whole API' } as const,
  neverUsed: 'never used',
  used: (when: string, count: number) => `used ${when}, ${formatCount(count, 'request')}`,
  disconnect: 'Disconnect',
  disconnectOf: (name: string) => `Disconnect ${name}`,
  disconnected: (name: string) => `“${name}” was disconnected`,
  notDisconnected: 'Not disconnected',
};

export const CONSENT = {
  title: (name: string) => `Connect “${name}”?`,
  lead: 'A program asks to use your Zo. The name is its own; nobody has checked it.',
  facts: { host: 'It returns to', use: 'It wants to use', as: 'As' },
  host: (kind: 'web' | 'device' | 'app', host: string) =>
    ({ web: host, device: `A program on this device (${host})`, app: `An app on this device (${host}:)` })[kind],
  use: { mcp: 'Zo’s tools (MCP)', api: 'The whole API' } as const,
  scopes: 'What it may do',
  never: 'It can never answer approvals, see keys, change your password, or make tokens.',
  later: 'Allow this only if you have just asked the program to connect. You can disconnect it in Settings › Programs.',
  noScope: 'Choose at least one thing that it may do, or cancel.',
  allow: 'Allow',
  cancel: 'Cancel',
  allowed: (name: string) => `“${name}” is connected`,
  allowedLead: 'Go back to it; you can close this page.',
  refused: 'Nothing was allowed',
  refusedLead: 'The program is told so. You can close this page.',
  open: 'Go back to the program',
  badTitle: (name: string) => `“${name}” cannot be connected`,
  bad: (reason: string) =>
    `It asked for something that Zo does not do: ${reason} Update it, or make a token for it in Settings › Programs.`,
  failedTitle: 'This program cannot be connected',
  settings: 'Open settings',
};
