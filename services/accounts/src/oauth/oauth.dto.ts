import { SCOPES } from '@zo/auth';
import { z } from 'zod';
import type { OAuthClient } from './oauth-client.entity.js';
import type { NamedGrant } from './oauth.repository.js';
import { returnAddressOf } from './redirects.js';

const scopes = z.array(z.enum(SCOPES));
const audience = z.enum(['mcp', 'api']);

const caller = z
  .strictObject({
    /** As the program calls itself; nobody has verified it. */
    name: z.string(),
    /** The host, or the scheme of an app, that it returns to. */
    host: z.string(),
    kind: z.enum(['web', 'device', 'app']),
  })
  .meta({ id: 'OAuthCaller' });

/** The query of the authorization endpoint, as the program wrote it. */
export const requestToLookAt = z.strictObject({ query: z.string().max(8_000, 'is too long') });
export type RequestToLookAt = z.infer<typeof requestToLookAt>;

export const lookedAt = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('ask'), id: z.string(), program: caller, scopes, audience }),
  /** `back` tells the program; it is opened only when the user chooses that. */
  z.strictObject({ to: z.literal('refuse'), program: caller, reason: z.string(), back: z.string() }),
]);

export const consent = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('allow'),
    scopes: scopes
      .min(1, 'choose at least one scope')
      .max(SCOPES.length)
      .refine((names) => new Set(names).size === names.length, 'names a scope twice'),
  }),
  z.strictObject({ decision: z.literal('cancel') }),
]);
export type Consent = z.infer<typeof consent>;

export const consentResponse = z.strictObject({ back: z.string() });

const program = z
  .strictObject({
    id: z.uuid(),
    ...caller.shape,
    scopes,
    audience,
    uses: z.number().int(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ConnectedProgram' });
export const programsResponse = z.strictObject({ programs: z.array(program) });

/** RFC 6749, 5.1. */
export const tokensIssued = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string(),
  scope: z.string(),
});
export type TokensIssued = z.infer<typeof tokensIssued>;

export const revoked = z.strictObject({});

export function presentCaller(client: Pick<OAuthClient, 'name'>, redirectUri: string, site: URL) {
  const { host, kind } = returnAddressOf(redirectUri, site) ?? { host: redirectUri, kind: 'web' as const };
  return { name: client.name, host, kind };
}

/** A grant as shown to its user, without its hashes. */
export const presentProgram = (grant: NamedGrant, site: URL): z.infer<typeof program> => ({
  id: grant.id,
  ...presentCaller({ name: grant.clientName }, grant.redirectUri, site),
  scopes: grant.scopes,
  audience: grant.audience,
  uses: grant.uses,
  created_at: grant.createdAt.toISOString(),
  expires_at: grant.expiresAt.toISOString(),
  last_used_at: grant.lastUsedAt?.toISOString() ?? null,
});
