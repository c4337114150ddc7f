/**
 * What each route asks of a caller with a personal token: a scope, any token, or a person with a session. Routes that
 * are not named here are for persons.
 */
import type { Access, Need, ScopeGroup } from '@zo/auth';

/** The group of the routes below `/api/<name>`. */
const GROUPS: Readonly<Record<string, ScopeGroup>> = {
  files: 'files',
  file: 'files',
  'read-fs': 'files',
  'read-z': 'files',
  articles: 'files',
  'file-uploads': 'files',
  transcribe: 'files',
  conversations: 'chats',
  runs: 'chats',
  models: 'chats',
  tools: 'chats',
  zofiles: 'personas',
  schedules: 'chats',
  zoroutines: 'chats',
  computer: 'computer',
  system: 'computer',
  settings: 'account',
  onboarding: 'account',
  audit: 'account',
};

/** Routes that change nothing although they are no GET. */
const READS = /^POST \/api\/(read-fs|read-z|files\/(rows|size|versions\/lines|search\/hits|archive\/list))$/;

/** Addresses, with any method. */
const OF_PERSONS = [
  'runs/[^/]+/approvals',
  'conversations/[^/]+/(shares|queue)',
  'conversations/imports',
  'models/(providers|shares)',
  'files/content',
].join('|');
/**
 * What no program may do: approve, publish, speak in the person's name while an answer is written, read or set keys,
 * loosen what the assistant asks for, and hand out access that outlives the token, as a schedule does.
 */
const CHANGES_OF_PERSONS = ['schedules', 'zoroutines/[^/]+/arm'].join('|');
const PERSON = new RegExp(
  `^([A-Z]+ /api/(${OF_PERSONS})|PUT /api/files/versions/settings|(POST|PUT|DELETE) /api/(${CHANGES_OF_PERSONS}))(/|$)`,
  // The router of the services does not tell cases apart.
  'i',
);

/** Single routes of groups that are otherwise for persons. */
const NAMED: Readonly<Record<string, Need>> = {
  'GET /api/auth/me': 'account:read',
  'POST /api/schedules/preview': 'chats:read',
  'POST /api/mcp': 'token',
  'GET /api/mcp': 'token',
  'DELETE /api/mcp': 'token',
};

/** The need of a route. `path` has no query; a trailing slash means the same route. */
export function needOf(method: string, path: string): Need {
  const route = `${method === 'HEAD' ? 'GET' : method} ${path.replace(/(?<=.)\/$/, '')}`;
  if (NAMED[route]) return NAMED[route];
  const group = GROUPS[/^\/api\/([a-z-]+)(?=\/|$)/.exec(path)?.[1] ?? ''];
  if (!group || PERSON.test(route)) return 'person';
  const access: Access = route.startsWith('GET ') || READS.test(route) ? 'read' : 'write';
  return `${group}:${access}`;
}
