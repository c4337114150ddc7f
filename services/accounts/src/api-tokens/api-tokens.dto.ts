import { SCOPES } from '@zo/auth';
import { z } from 'zod';
import type { ApiTokenRow } from './api-token.entity.js';

const scopes = z
  .array(z.enum(SCOPES))
  .min(1, 'choose at least one scope')
  .max(SCOPES.length)
  .refine((names) => new Set(names).size === names.length, 'names a scope twice');

export const tokenRequest = z.strictObject({
  name: z.string().trim().min(1, 'is missing').max(80, 'has at most 80 characters'),
  scopes,
  days: z.number().int().min(1).max(365, 'a token lasts at most 365 days'),
  per_minute: z.number().int().min(1).max(1_200).default(120),
});
export type TokenRequest = z.infer<typeof tokenRequest>;

const apiToken = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    per_minute: z.number().int(),
    uses: z.number().int(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    last_used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiToken' });

export const tokensResponse = z.strictObject({ tokens: z.array(apiToken) });
/** The only answer that holds the token itself. */
export const tokenMade = z.strictObject({ token: apiToken, secret: z.string() });

/** A token as shown to its user, without its hash. */
export const presentToken = (row: ApiTokenRow): z.infer<typeof apiToken> => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  per_minute: row.perMinute,
  uses: row.uses,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
});
