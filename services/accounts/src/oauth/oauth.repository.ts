import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import { type EntityManager, MoreThan, Not } from 'typeorm';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthCode } from './oauth-code.entity.js';
import { OAuthAccessToken, OAuthGrant } from './oauth-grant.entity.js';

/** Registrations that no user has allowed anything; the oldest make room. */
const MAX_UNCONFIRMED = 1_000;
/** How long a client that nobody uses is remembered. */
const CLIENT_DAYS = 90;

const SWEEP = [
  'delete from oauth_grants where expires_at < now()',
  `delete from oauth_clients c where expires_at < now()
     and not exists (select 1 from oauth_grants g where g.client_id = c.id)`,
  `delete from oauth_clients where id in (
     select id from oauth_clients where confirmed_at is null
       order by created_at desc, id offset ${MAX_UNCONFIRMED - 1})`,
  `delete from oauth_codes where expires_at < now() - interval '1 day'`,
];

const CONFIRM = `update oauth_clients set confirmed_at = coalesce(confirmed_at, now()),
  expires_at = now() + interval '${CLIENT_DAYS} days' where id = $1`;

const HOLDERS = {
  code: 'select user_id as "userId" from oauth_codes where code_hash = $1',
  family: 'select user_id as "userId" from oauth_grants where family_hash = $1',
  token: 'select user_id as "userId" from oauth_access_tokens where token_hash = $1',
};

/** A grant with the name of its program. */
export type NamedGrant = OAuthGrant & { readonly clientName: string };

@Injectable()
export class OAuthRepository {
  async insertClient(tx: EntityManager, client: OAuthClient): Promise<void> {
    await tx.insert(OAuthClient, client);
  }

  /** Removes what has expired, and makes room for one more registration. */
  async sweep(tx: EntityManager): Promise<void> {
    for (const sql of SWEEP) await tx.query(sql);
  }

  async client(ctx: Ctx, id: string): Promise<OAuthClient | undefined> {
    const client = await repositoryOf(ctx, OAuthClient).findOneBy({ id });
    return client && client.expiresAt > new Date() ? client : undefined;
  }

  /** A user has allowed the client something, or it is in use. */
  async confirmClient(ctx: Ctx, id: string): Promise<void> {
    await rowsOf(ctx.tx!, CONFIRM, [id]);
  }

  async insertCode(ctx: Ctx, code: OAuthCode): Promise<void> {
    await repositoryOf(ctx, OAuthCode).insert(code);
  }

  /** Whose code, refresh token or access token this is: asked before anything is done as that user. */
  async holderOf(tx: EntityManager, kind: keyof typeof HOLDERS, hash: Buffer): Promise<string | undefined> {
    return (await rowsOf<{ userId: string }>(tx, HOLDERS[kind], [hash]))[0]?.userId;
  }

  /** Locks the code, so that of several uses at once exactly one is the first. */
  codeToUse(ctx: Ctx, codeHash: Buffer): Promise<OAuthCode | null> {
    return repositoryOf(ctx, OAuthCode).findOne({ where: { codeHash }, lock: { mode: 'pessimistic_write' } });
  }

  async markUsed(ctx: Ctx, codeHash: Buffer): Promise<void> {
    await repositoryOf(ctx, OAuthCode).update({ codeHash }, { usedAt: () => 'now()' });
  }

  async insertGrant(ctx: Ctx, grant: OAuthGrant): Promise<void> {
    await repositoryOf(ctx, OAuthGrant).insert(grant);
  }

  /** Locks the grant, so that two refreshes at once are one after the other. */
  grantToChange(ctx: Ctx, where: { familyHash: Buffer } | { id: string }): Promise<OAuthGrant | null> {
    return repositoryOf(ctx, OAuthGrant).findOne({ where, lock: { mode: 'pessimistic_write' } });
  }

  async rotate(ctx: Ctx, { id, refreshHash, expiresAt }: OAuthGrant): Promise<void> {
    await repositoryOf(ctx, OAuthGrant).update({ id }, { refreshHash, expiresAt });
    await ctx.tx!.query('delete from oauth_access_tokens where grant_id = $1 and expires_at < now()', [id]);
  }

  async insertAccessToken(ctx: Ctx, token: OAuthAccessToken): Promise<void> {
    await repositoryOf(ctx, OAuthAccessToken).insert(token);
  }

  accessToken(ctx: Ctx, tokenHash: Buffer): Promise<OAuthAccessToken | null> {
    return repositoryOf(ctx, OAuthAccessToken).findOneBy({ tokenHash });
  }

  /** The user's grants that have not expired, newest first. */
  grants(ctx: Ctx, limit: number): Promise<NamedGrant[]> {
    return rowsOf<NamedGrant>(
      ctx.tx!,
      `select g.id, g.redirect_uri as "redirectUri", g.scopes, g.audience, g.uses, g.created_at as "createdAt",
         g.expires_at as "expiresAt", g.last_used_at as "lastUsedAt", c.name as "clientName"
       from oauth_grants g join oauth_clients c on c.id = g.client_id
       where g.expires_at > now() order by g.created_at desc limit $1`,
      [limit],
    );
  }

  /** Ids of the user's grants to a client. */
  async grantsTo(ctx: Ctx, clientId: string): Promise<string[]> {
    const found = await repositoryOf(ctx, OAuthGrant).find({ select: { id: true }, where: { clientId } });
    return found.map(({ id }) => id);
  }

  /** Ids of all of the user's grants. */
  async allGrants(ctx: Ctx): Promise<string[]> {
    const found = await repositoryOf(ctx, OAuthGrant).find({ select: { id: true } });
    return found.map(({ id }) => id);
  }

  /**
   * Counts the user's grants that can be used, apart from those of a client, which a new one replaces. Locks the user,
   * so that consents at once count each other.
   */
  async countOfOthers(ctx: Ctx, clientId: string): Promise<number> {
    await ctx.tx!.query('select 1 from users where id = $1 for update', [ctx.userId]);
    return repositoryOf(ctx, OAuthGrant).countBy({ clientId: Not(clientId), expiresAt: MoreThan(new Date()) });
  }

  /** Removes grants with all of their tokens, and codes that would become one. */
  async removeGrants(ctx: Ctx, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    return (await repositoryOf(ctx, OAuthGrant).delete([...ids])).affected ?? 0;
  }

  /** Codes that were not used yet become nothing. */
  async removeCodes(ctx: Ctx): Promise<void> {
    await ctx.tx!.query('delete from oauth_codes where used_at is null');
  }
}
