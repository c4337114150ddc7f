import { formatCount } from '@zo/web/format';
import type { ApiToken } from '../../api/api-tokens.endpoints';

type Group = ApiToken['scopes'][number] extends `${infer Name}:${string}` ? Name : never;

/** The sentences about tokens of programs. */
export const TOKENS = {
  title: 'Tokens',
  lead: 'Let programs of yours use this computer, and let your assistant use the tools of others.',
  none: 'No tokens yet',
  noneHint: 'A token lets a program of yours call the API, or connect to Zo as an MCP server',
  failed: 'The tokens could not be read',
  again: 'Try again',
  add: 'New token',
  form: 'New token',
  name: 'Name',
  namePlaceholder: 'Backup script',
  expires: 'Expires',
  days: (days: number) => (days === 365 ? 'In a year' : `In ${days} days`),
  perMinute: 'Requests a minute',
  scopes: 'What it may do',
  off: 'No',
  read: 'Read',
  both: 'Read and write',
  writeOnly: 'Write',
  groups: {
    files: ['Files', 'List, read and search; write includes moving and deleting'],
    chats: ['Chats', 'Read them; write sends messages that Zo answers'],
    personas: ['Personas', 'Their names and prompts'],
    computer: ['Computer', 'Whether it is awake and what it uses; write wakes it'],
    account: ['Account', 'Your profile, settings and log'],
  } satisfies Record<Group, readonly [string, string]>,
  never: 'No token can answer approvals, see keys, change your password, or make other tokens.',
  noScope: 'Choose at least one thing that it may do.',
  make: 'Create token',
  made: (name: string) => `“${name}” is ready`,
  once: 'Copy the token now. It is not shown again.',
  secret: 'The token',
  mcp: 'Address for MCP clients',
  api: 'Description of the API',
  copied: 'Copied',
  notCopied: 'Nothing was copied',
  done: 'Done',
  scopesOf: (names: readonly string[]) => names.join(', '),
  neverUsed: 'never used',
  used: (when: string, count: number) => `used ${when}, ${formatCount(count, 'request')}`,
  expired: 'Expired',
  validFor: (days: number) =>
    days <= 0 ? 'not valid any more' : `valid for ${days} more ${days === 1 ? 'day' : 'days'}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke “${name}”?`,
  revokeHint: 'Programs that use it stop working at once.',
  revoked: (name: string) => `“${name}” was revoked`,
  notRevoked: 'Not revoked',
};

export const GROUP_ORDER = Object.keys(TOKENS.groups) as Group[];
export type { Group };
