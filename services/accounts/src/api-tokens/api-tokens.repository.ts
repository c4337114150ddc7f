import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { ApiTokenRow } from './api-token.entity.js';

export interface ResolvedToken {
  readonly tokenId: string;
  readonly userId: string;
  readonly scopes: string[];
  readonly perMinute: number;
  readonly expiresAt: number;
  /** `mcp`: good for the MCP server only; personal tokens have none. */
  readonly audience: string;
}

/** Requests of one token since they were last counted. */
export interface TokenUse {
  readonly tokenId: string;
  readonly count: number;
}

// Asked for each program every few seconds: one prepared statement, and the database's clock. An access token stands
// for its grant, which has the rate, is counted, and is what the audit log names.
const RESOLVE = `select id as "tokenId", user_id as "userId", scopes, per_minute as "perMinute",
    extract(epoch from expires_at)::float8 * 1000 as "expiresAt", '' as audience
  from api_tokens where token_hash = $1 and expires_at > now()
  union all
  select g.id, g.user_id, t.scopes, g.per_minute, extract(epoch from t.expires_at)::float8 * 1000, g.audience
  from oauth_access_tokens t join oauth_grants g on g.id = t.grant_id where t.token_hash = $1 and t.expires_at > now()`;

const COUNTS = ['api_tokens', 'oauth_grants'].map(
  (table) => `update ${table} t set uses = least(t.uses::bigint + u.count, 2147483647)::int, last_used_at = now()
  from unnest($1::uuid[], $2::int[]) as u (id, count) where t.id = u.id`,
);

@Injectable()
export class ApiTokensRepository {
  async insert(ctx: Ctx, token: ApiTokenRow): Promise<void> {
    await repositoryOf(ctx, ApiTokenRow).insert(token);
  }

  /** Newest first. */
  latest(ctx: Ctx, limit: number): Promise<ApiTokenRow[]> {
    return repositoryOf(ctx, ApiTokenRow).find({ order: { createdAt: 'desc' }, take: limit });
  }

  /** Counts the user's tokens and locks the user, so that tokens that are made at once count each other. */
  async countToAdd(ctx: Ctx): Promise<number> {
    await ctx.tx!.query('select 1 from users where id = $1 for update', [ctx.userId]);
    return repositoryOf(ctx, ApiTokenRow).count();
  }

  byId(ctx: Ctx, id: string): Promise<ApiTokenRow | null> {
    return repositoryOf(ctx, ApiTokenRow).findOneBy({ id });
  }

  async remove(ctx: Ctx, id: string): Promise<void> {
    await repositoryOf(ctx, ApiTokenRow).delete({ id });
  }

  async resolve(tx: EntityManager, tokenHash: Buffer): Promise<ResolvedToken | undefined> {
    return (await rowsOf<ResolvedToken>(tx, RESOLVE, [tokenHash]))[0];
  }

  async addUses(tx: EntityManager, uses: readonly TokenUse[]): Promise<void> {
    const values = [uses.map(({ tokenId }) => tokenId), uses.map(({ count }) => count)];
    for (const sql of COUNTS) await tx.query(sql, values);
  }
}
