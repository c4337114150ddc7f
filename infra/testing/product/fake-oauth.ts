/** The authorization servers of the providers: RFC 6749 with PKCE, rotating refresh tokens, reuse ends the family. */
import { createHash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Asked, sendJson } from './fake-app.js';

interface Grant {
  readonly account: string;
  readonly client: string;
  ended: boolean;
  access: string;
  refresh: string;
  /** Refresh tokens that were used. */
  readonly used: Set<string>;
}

const CONSENT = /^\/o\/oauth2\/v2\/auth$|\/(oauth_)?authoriz(e|ation)$/;
const TOKEN = /\/(token|oauth_token|access_token|accessToken|oauth\.v2\.user\.access)$/;
const REVOKE = /\/(revoke|oauth_revoke|revoke_token|auth\.revoke|applications\/[^/]+\/grant)$/;

export class FakeOAuth {
  readonly clientId = 'client-of-zo';
  readonly clientSecret = 'secret-canary-0123456789';
  /** What the user's account is called, and whether the user says yes. */
  account = 'ada@example.com';
  consents = true;
  /** What it says that it granted; undefined: nothing. */
  scope: string | undefined;
  /** Seconds until access tokens expire. */
  expiresIn = 3_600;
  /** Sent along with the code; undefined: nothing is sent. */
  iss: string | undefined = 'https://accounts.google.com';
  refreshes = 0;
  revoked = 0;
  /** Uses of a refresh token that was used before. */
  reuses = 0;
  /** Resolved before a refresh is answered. */
  delay: Promise<void> | undefined;

  private readonly codes = new Map<string, { challenge: string; redirect: string; client: string; account: string }>();
  private readonly grants: Grant[] = [];

  accountOf(authorization = ''): string | undefined {
    const token = /^Bearer (.+)$/.exec(authorization)?.[1];
    return this.grants.find(({ access, ended }) => access === token && !ended)?.account;
  }

  /** Ends the access tokens that are out; with `grant` also what renews them. */
  invalidate({ grant = false } = {}): void {
    for (const one of this.grants) {
      one.access = randomUUID();
      one.ended ||= grant;
    }
  }

  /** Whether the request was for an authorization server. */
  answer(asked: Asked, response: ServerResponse): boolean {
    const { pathname } = asked.url;
    if (CONSENT.test(pathname)) this.consent(asked, response);
    else if (TOKEN.test(pathname)) void this.token(asked, response);
    else if (REVOKE.test(pathname)) this.revoke(asked, response);
    else if (pathname === '/v1/userinfo') this.who(asked, response);
    else return false;
    return true;
  }

  /** The page of consent, on which the user answers at once. */
  private consent({ url: { searchParams } }: Asked, response: ServerResponse): void {
    const redirect = searchParams.get('redirect_uri') ?? '';
    const client = searchParams.get('client_id') ?? '';
    if (client !== this.clientId || searchParams.get('response_type') !== 'code')
      return sendJson(response, 400, { error: 'invalid_client' });
    const back = new URL(redirect);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    if (this.iss) back.searchParams.set('iss', this.iss);
    if (!this.consents) back.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const challenge = searchParams.get('code_challenge') ?? '';
      this.codes.set(code, { challenge, redirect, client, account: this.account });
      back.searchParams.set('code', code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  private async token(asked: Asked, response: ServerResponse): Promise<void> {
    const form = formOf(asked);
    if (!this.isClient(asked, form)) return sendJson(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'refresh_token') {
      await this.delay;
      return this.refresh(form.get('refresh_token') ?? '', response);
    }
    const code = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    // Some providers take no challenge.
    const fits = code && code.redirect === form.get('redirect_uri') && ['', challenge].includes(code.challenge);
    if (!fits) return sendJson(response, 400, { error: 'invalid_grant' });
    const { account, client } = code;
    const grant = {
      account,
      client,
      ended: false,
      access: randomUUID(),
      refresh: randomUUID(),
      used: new Set<string>(),
    };
    this.grants.push(grant);
    this.give(response, grant);
  }

  private refresh(token: string, response: ServerResponse): void {
    const reused = this.grants.find(({ used }) => used.has(token));
    if (reused) {
      this.reuses += 1;
      reused.ended = true;
    }
    const grant = this.grants.find(({ refresh, ended }) => refresh === token && !ended);
    if (!grant) return sendJson(response, 400, { error: 'invalid_grant' });
    this.refreshes += 1;
    grant.used.add(grant.refresh);
    grant.refresh = randomUUID();
    grant.access = randomUUID();
    this.give(response, grant);
  }

  private give(response: ServerResponse, { access, refresh, account }: Grant): void {
    sendJson(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: this.expiresIn,
      scope: this.scope,
      workspace_name: account,
    });
  }

  private revoke(asked: Asked, response: ServerResponse): void {
    const form = formOf(asked);
    const token = form.get('token') ?? form.get('access_token') ?? '';
    const grant = this.grants.find(({ access, refresh }) => [access, refresh].includes(token));
    if (!grant) return sendJson(response, 400, { error: 'invalid_token' });
    grant.ended = true;
    this.revoked += 1;
    sendJson(response, 200, {});
  }

  private who({ account }: Asked, response: ServerResponse): void {
    if (account) sendJson(response, 200, { email: account });
    else sendJson(response, 401, { error: 'invalid_token' });
  }

  private isClient({ headers }: Asked, form: URLSearchParams): boolean {
    const basic = `Basic ${Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')}`;
    const posted = form.get('client_id') === this.clientId && form.get('client_secret') === this.clientSecret;
    return posted || headers.authorization === basic;
  }
}

const formOf = ({ headers, body }: Asked) =>
  headers['content-type']?.startsWith('application/json')
    ? new URLSearchParams(JSON.parse(body) as Record<string, string>)
    : new URLSearchParams(body);
