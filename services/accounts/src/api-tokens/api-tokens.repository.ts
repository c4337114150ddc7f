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
}

/** Requests of one token since they were last counted. */
export interface TokenUse {
  readonly tokenId: string;
  readonly count: number;
}

// Asked for each program every few seconds: one prepared statement, and the database's clock.
const RESOLVE = `select id as "tokenId", user_id as "userId", scopes, per_minute as "perMinute",
    extract(epoch from expires_at)::float8 * 1000 as "expiresAt"
  from api_tokens where token_hash = $1 and expires_at > now()`;

const COUNT = `update api_tokens t set uses = least(t.uses::bigint + u.count, 2147483647)::int, last_used_at = now()
  from unnest($1::uuid[], $2::int[]) as u (id, count) where t.id = u.id`;

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
    await tx.query(COUNT, [uses.map(({ tokenId }) => tokenId), uses.map(({ count }) => count)]);
  }
}
