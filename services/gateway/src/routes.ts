/** Which service serves which address, by the first name after `/api/`. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  accounts: ['auth', 'handles', 'settings', 'onboarding', 'tokens', 'admin', 'audit', 'oauth'],
  files: ['read-fs', 'read-z', 'file', 'files', 'articles', 'ws'],
  uploads: ['file-uploads'],
  compute: ['computer', 'system', 'terminals', 'machines'],
  chat: [
    'conversations',
    'runs',
    'models',
    'shared-chats',
    'tools',
    'web-search',
    'media-models',
    'transcribe',
    'granted-hosts',
    'trust-modes',
    'memory',
    'allowances',
    'plans',
    'mcp',
    'mcp-servers',
  ],
  zo: ['zofiles', 'zoroutines', 'schedules'],
  channels: ['channels', 'outbox', 'hooks', 'approvals'],
  connections: ['connections'],
};

const OWNER = new Map(
  Object.entries(TABLE).flatMap(([service, names]) => names.map((name): [string, string] => [name, service])),
);

/** Runs of routines are chats. */
const RUNS_OF_ROUTINES = /^\/api\/zoroutines\/[^/]+\/(execute|rehearse|rehearsals\/[^/]+|conversations)$/;

/** Calls of other programs, which are signed: who calls, and with which cookie, does not matter. */
const HOOK = /^\/api\/hooks\/z\/[^/]+$/;

export const isHook = (pathname: string) => HOOK.test(pathname);

export const serviceNames = Object.keys(TABLE);

/** Addresses that a visitor may call. Everything else under `/api` is answered 401 before it reaches a service. */
const PUBLIC = new RegExp(
  `^/api/(${[
    'auth/(setup|claim|sign-up|sign-in|new-password)',
    'oauth/(register|token|revoke)',
    'handles/[^/]+',
    'shared-chats/[^/]+',
    'approvals/[^/]+',
    'hooks/(sms|z/[^/]+)',
    'machines/(pair|programs/[^/]+/zo-machine\\.tgz)',
    'health',
    'openapi\\.json',
  ].join('|')})$`,
);

/** The websocket by which a person's own machine links itself, with a credential of its own. */
export const MACHINE_LINK = '/api/machines/link';

export const isPublicRoute = (pathname: string) => PUBLIC.test(pathname);

/**
 * The service of `/api/<name>/…`, or undefined. Case and encoding matter: `/API/` and `/%61pi/` are not addresses of
 * ours.
 */
export function serviceOf(pathname: string): string | undefined {
  if (isHook(pathname)) return 'zo';
  if (RUNS_OF_ROUTINES.test(pathname)) return 'chat';
  const name = /^\/api\/([a-z-]+)(?=\/|$)/.exec(pathname)?.[1];
  return name === undefined ? undefined : OWNER.get(name);
}
