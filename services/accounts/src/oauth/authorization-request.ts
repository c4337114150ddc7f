/** The request of a program at the authorization endpoint (RFC 6749, 7636, 8707): everything in it is untrusted. */
import { knownScopes, type Scope } from '@zo/auth';
import { type Audience, audienceOf, scopesOf } from './audience.js';
import { CHALLENGE } from './secrets.js';

/** What a user is asked to allow. */
export interface Ask {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state?: string;
  readonly challenge: string;
  readonly scopes: Scope[];
  readonly audience: Audience;
}

export interface Refused {
  readonly error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope' | 'invalid_target';
  /** In ASCII, for the program. */
  readonly description: string;
}

const MAX_STATE = 2_000;
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'state',
  'scope',
  'resource',
  'code_challenge',
  'code_challenge_method',
] as const;
type Name = (typeof NAMES)[number];
export type Parameters = Readonly<Partial<Record<Name, string>>>;

/** The parameters, and the first of them that is given twice; empty ones count as missing. */
export function parametersOf(query: string): { given: Parameters; twice?: Name } {
  const all = new URLSearchParams(query);
  const given = Object.fromEntries(NAMES.flatMap((name) => (all.get(name) ? [[name, all.get(name)!]] : [])));
  return { given, twice: NAMES.find((name) => all.getAll(name).length > 1) };
}

/** Checks all but client and redirect address, which have to be known before anything is answered there. */
export function readAsk(given: Parameters, site: URL): Pick<Ask, 'challenge' | 'scopes' | 'audience'> | Refused {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method, state = '' } = given;
  if (type !== 'code')
    return { error: 'unsupported_response_type', description: 'Only response_type=code is supported.' };
  if (state.length > MAX_STATE)
    return { error: 'invalid_request', description: `The state has more than ${MAX_STATE} characters.` };
  if (!challenge || method !== 'S256' || !CHALLENGE.test(challenge))
    return { error: 'invalid_request', description: 'PKCE with code_challenge_method=S256 is required.' };
  // The narrowest audience for programs that do not name one.
  const audience = given.resource === undefined ? 'mcp' : audienceOf(given.resource, site);
  if (!audience) return { error: 'invalid_target', description: 'The resource is not an address of this server.' };
  const usable = scopesOf(audience);
  const asked = given.scope === undefined ? usable : knownScopes(given.scope.split(' '));
  const scopes = usable.filter((scope) => asked.includes(scope));
  if (scopes.length === 0) return { error: 'invalid_scope', description: 'No scope of this resource is asked for.' };
  return { challenge, scopes, audience };
}
