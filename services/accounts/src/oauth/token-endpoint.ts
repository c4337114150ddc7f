/** The token endpoint (RFC 6749, 7636, 8707) and revocation (RFC 7009), for public clients. */
import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, knownScopes, makeApiToken, readApiToken, type Scope, systemCtx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { SessionsService } from '../sessions/sessions.service.js';
import { Attempts } from '../sign-up/attempts.js';
import { audienceOf } from './audience.js';
import { type OAuthCode } from './oauth-code.entity.js';
import { OAuthAccessToken, OAuthGrant } from './oauth-grant.entity.js';
import type { TokensIssued } from './oauth.dto.js';
import { type OAuthError, refusal } from './oauth-errors.js';
import { OAuthRepository } from './oauth.repository.js';
import { digest, makeRefreshToken, provesChallenge, readRefreshToken } from './secrets.js';

const ACCESS_S = 3_600;
const DAY_MS = 86_400_000;
/** How long a program may rest before its user has to allow it again, and how long it may go on in any case. */
const IDLE_MS = 60 * DAY_MS;
const ABSOLUTE_MS = 365 * DAY_MS;
const REFRESHES_PER_MINUTE = 10;
/** Requests of one program a minute, as of a personal token by default. */
const PER_MINUTE = 120;

type Wrong = readonly [error: OAuthError, reason: string];
/** A refusal is returned and not thrown, because what it changes has to be committed. */
type Outcome = { readonly issued?: TokensIssued; readonly wrong?: Wrong; readonly ended?: readonly string[] };

const NOT_VALID: Wrong = ['invalid_grant', 'The code or token is not valid, was used before, or has ended.'];
const OTHER_CLIENT: Wrong = ['invalid_grant', 'It was issued to another client.'];

@Injectable()
export class TokenEndpoint {
  private readonly site: URL;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly oauth: OAuthRepository,
    private readonly sessions: SessionsService,
    private readonly attempts: Attempts,
    platform: Platform,
  ) {
    this.site = new URL(platform.config.ZO_PUBLIC_URL);
  }

  /** @throws oauth.refused, oauth.client_unknown, accounts.too_many_attempts */
  async issue(form: ReadonlyMap<string, string>): Promise<TokensIssued> {
    const outcome = await this.outcomeOf(form);
    await this.sessions.tell(outcome.ended ?? []);
    if (outcome.issued) return outcome.issued;
    throw refusal(...(outcome.wrong ?? NOT_VALID));
  }

  /** Ends the grant of an access or refresh token; a token that is not known is no error. @throws oauth.refused */
  async revoke(form: ReadonlyMap<string, string>): Promise<void> {
    const text = form.get('token') ?? '';
    const refresh = readRefreshToken(text);
    const access = readApiToken(text);
    const hash = refresh?.familyHash ?? access?.hash;
    if (!hash) return;
    const ctx = await this.asHolder(refresh ? 'family' : 'token', hash);
    if (!ctx) return;
    const { ended, wrong } = await this.database.tx(ctx, async (tx): Promise<Outcome> => {
      const grantId = refresh ? undefined : (await this.oauth.accessToken(tx, hash))?.grantId;
      if (!refresh && !grantId) return {};
      const grant = await this.oauth.grantToChange(tx, grantId ? { id: grantId } : { familyHash: hash });
      if (!grant) return {};
      if (grant.clientId !== form.get('client_id')) return { wrong: OTHER_CLIENT };
      return { ended: await this.end(tx, [grant.id], 'revoked') };
    });
    await this.sessions.tell(ended ?? []);
    if (wrong) throw refusal(...wrong);
  }

  private outcomeOf(form: ReadonlyMap<string, string>): Promise<Outcome> {
    if (!form.get('client_id')) throw refusal('invalid_client', 'The client_id is missing.');
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.exchange(form);
      case 'refresh_token':
        return this.refresh(form);
      default:
        throw refusal('unsupported_grant_type', 'Use authorization_code or refresh_token.');
    }
  }

  /** Any use of a code uses it up; a second one ends what the first one began. */
  private async exchange(form: ReadonlyMap<string, string>): Promise<Outcome> {
    const codeHash = digest(form.get('code') ?? '');
    const ctx = await this.asHolder('code', codeHash);
    if (!ctx) return {};
    return this.database.tx(ctx, async (tx): Promise<Outcome> => {
      const code = await this.oauth.codeToUse(tx, codeHash);
      if (!code) return {};
      if (code.usedAt) return { ended: await this.end(tx, [code.grantId], 'code_replayed') };
      await this.oauth.markUsed(tx, codeHash);
      const wrong = this.wrongWith(code, form);
      if (wrong) return { wrong };
      // A program that signs in again replaces what it had.
      const ended = await this.end(tx, await this.oauth.grantsTo(tx, code.clientId), 'replaced');
      return { issued: await this.begin(tx, code), ended };
    });
  }

  private wrongWith(code: OAuthCode, form: ReadonlyMap<string, string>): Wrong | undefined {
    if (code.expiresAt <= new Date()) return NOT_VALID;
    if (code.clientId !== form.get('client_id')) return OTHER_CLIENT;
    if (code.redirectUri !== form.get('redirect_uri'))
      return ['invalid_grant', 'The redirect_uri is not the one that the code was sent to.'];
    if (!provesChallenge(form.get('code_verifier') ?? '', code.challenge))
      return ['invalid_grant', 'The code_verifier does not belong to the code_challenge.'];
    return this.wrongResource(code, form);
  }

  private wrongResource({ audience }: Pick<OAuthGrant, 'audience'>, form: ReadonlyMap<string, string>) {
    const resource = form.get('resource');
    if (resource === undefined || audienceOf(resource, this.site) === audience) return undefined;
    return ['invalid_target', 'The resource is not the one that was allowed.'] as const;
  }

  private async begin(ctx: Ctx, code: OAuthCode): Promise<TokensIssued> {
    const refresh = makeRefreshToken();
    const grant = Object.assign(new OAuthGrant(), {
      id: code.grantId,
      userId: ctx.userId,
      clientId: code.clientId,
      redirectUri: code.redirectUri,
      scopes: code.scopes,
      audience: code.audience,
      perMinute: PER_MINUTE,
      uses: 0,
      familyHash: refresh.familyHash,
      refreshHash: refresh.hash,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + IDLE_MS),
      lastUsedAt: null,
    });
    await this.oauth.insertGrant(ctx, grant);
    return this.tokensFor(ctx, grant, { refresh: refresh.text, scopes: grant.scopes });
  }

  /** Each refresh token is good for one use; an old one ends the family, because two have it (RFC 9700). */
  private async refresh(form: ReadonlyMap<string, string>): Promise<Outcome> {
    const given = readRefreshToken(form.get('refresh_token') ?? '');
    const ctx = given && (await this.asHolder('family', given.familyHash));
    if (!given || !ctx) return {};
    await this.attempts.count(`oauth-refresh:${given.familyHash.toString('hex')}`, REFRESHES_PER_MINUTE);
    return this.database.tx(ctx, async (tx): Promise<Outcome> => {
      const grant = await this.oauth.grantToChange(tx, { familyHash: given.familyHash });
      if (!grant || grant.expiresAt <= new Date()) return {};
      if (grant.clientId !== form.get('client_id')) return { wrong: OTHER_CLIENT };
      if (!timingSafeEqual(given.hash, grant.refreshHash))
        return { ended: await this.end(tx, [grant.id], 'refresh_replayed') };
      const wrong = this.wrongResource(grant, form);
      if (wrong) return { wrong };
      const scopes = narrowed(grant.scopes, form.get('scope'));
      if (!scopes) return { wrong: ['invalid_scope', 'A refresh cannot add scopes.'] };
      const next = makeRefreshToken(given.family);
      grant.refreshHash = next.hash;
      grant.expiresAt = new Date(Math.min(Date.now() + IDLE_MS, grant.createdAt.getTime() + ABSOLUTE_MS));
      await this.oauth.rotate(tx, grant);
      await this.oauth.confirmClient(tx, grant.clientId);
      return { issued: await this.tokensFor(tx, grant, { refresh: next.text, scopes }) };
    });
  }

  private async tokensFor(
    ctx: Ctx,
    grant: OAuthGrant,
    { refresh, scopes }: { readonly refresh: string; readonly scopes: Scope[] },
  ): Promise<TokensIssued> {
    const { text, hash } = makeApiToken();
    const now = Date.now();
    const ends = Math.min(now + ACCESS_S * 1000, grant.expiresAt.getTime());
    await this.oauth.insertAccessToken(
      ctx,
      Object.assign(new OAuthAccessToken(), {
        tokenHash: hash,
        grantId: grant.id,
        userId: grant.userId,
        scopes,
        expiresAt: new Date(ends),
      }),
    );
    return {
      access_token: text,
      token_type: 'Bearer',
      expires_in: Math.floor((ends - now) / 1000),
      refresh_token: refresh,
      scope: scopes.join(' '),
    };
  }

  private async end(
    ctx: Ctx,
    ids: readonly string[],
    why: 'code_replayed' | 'refresh_replayed' | 'replaced' | 'revoked',
  ): Promise<readonly string[]> {
    if ((await this.oauth.removeGrants(ctx, ids)) === 0) return [];
    for (const id of ids) audit(ctx, 'program.ended', { target: id, why });
    return ids;
  }

  private async asHolder(kind: 'code' | 'family' | 'token', hash: Buffer): Promise<Ctx | undefined> {
    const userId = await this.database.acrossTenants((tx) => this.oauth.holderOf(tx, kind, hash));
    return userId === undefined ? undefined : systemCtx(userId);
  }
}

/** The asked scopes, or undefined if one of them was not granted. */
function narrowed(granted: readonly Scope[], asked: string | undefined): Scope[] | undefined {
  const names = asked?.split(' ').filter(Boolean) ?? [];
  if (names.length === 0) return [...granted];
  return names.every((name) => granted.includes(name as Scope)) ? knownScopes(names) : undefined;
}
