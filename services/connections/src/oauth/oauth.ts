/** OAuth with a provider: consent, code, refresh, revocation. */
import { Injectable } from '@nestjs/common';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { App, Provider } from '../apps/app.js';
import { AppFetch, type AppInit } from './app-fetch.js';

export interface ClientOfApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string | null;
  readonly expiresAt: Date | null;
  readonly scopes: readonly string[];
  readonly account: string | null;
}

/** A provider has ten seconds: a row is locked meanwhile. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const MAX_TOKEN = 8_192;
const MAX_ACCOUNT = 200;

@Injectable()
export class OAuth {
  constructor(private readonly app: AppFetch) {}

  /** The address where the user gives consent. */
  async consentUrl(
    { provider, scopes }: Required<Pick<App, 'provider' | 'scopes'>>,
    client: ClientOfApp,
    { state, verifier, callback }: { state: string; verifier: string; callback: string },
  ): Promise<string> {
    const url = this.app.at(provider.authorize);
    const params = { response_type: 'code', client_id: client.clientId, redirect_uri: callback, state };
    for (const [name, value] of Object.entries({ ...params, ...provider.params })) url.searchParams.set(name, value);
    const scope = scopes.join(provider.scopeSeparator ?? ' ');
    if (scope) url.searchParams.set(provider.scopeParam ?? 'scope', scope);
    if (provider.pkce !== false) {
      url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier));
      url.searchParams.set('code_challenge_method', 'S256');
    }
    return url.href;
  }

  /** Exchanges the code of a callback whose state is known. @throws an error of oauth4webapi */
  async exchange(
    provider: Provider,
    client: ClientOfApp,
    {
      answer,
      state,
      verifier,
      callback,
    }: { answer: URLSearchParams; state: string; verifier: string; callback: string },
  ): Promise<Tokens> {
    const server = serverOf(provider);
    const known = { client_id: client.clientId };
    const params = oauth.validateAuthResponse(server, known, answer, state);
    const challenge = provider.pkce === false ? oauth.nopkce : verifier;
    const auth = authOf(provider, client);
    const options = this.options(provider);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      known,
      auth,
      params,
      callback,
      challenge,
      options,
    );
    const body = await oauth.processAuthorizationCodeResponse(server, known, response, TYPES);
    return { ...tokensIn(body), account: await this.accountOf(provider, body) };
  }

  /** @throws an error of oauth4webapi; see `isRevoked` and `isClientRefused` */
  async refresh(provider: Provider, client: ClientOfApp, refreshToken: string): Promise<Omit<Tokens, 'account'>> {
    const server = serverOf(provider);
    const known = { client_id: client.clientId };
    const auth = authOf(provider, client);
    const response = await oauth.refreshTokenGrantRequest(server, known, auth, refreshToken, this.options(provider));
    return tokensIn(await oauth.processRefreshTokenResponse(server, known, response, TYPES));
  }

  /** Whether the provider confirms that the grant has ended. */
  async revoke(provider: Provider, client: ClientOfApp, { access, refresh }: Pick<Tokens, 'access' | 'refresh'>) {
    if (!provider.revoke) return false;
    const { url, kind } = provider.revoke;
    const basic = basicOf(client);
    const json = (body: object): AppInit => ({
      method: kind === 'github' ? 'DELETE' : 'POST',
      headers: { authorization: basic, 'content-type': 'application/json', 'user-agent': USER_AGENT },
      body: JSON.stringify(body),
    });
    const form = new URLSearchParams({ token: refresh ?? access });
    if (provider.auth === 'post') {
      form.set('client_id', client.clientId);
      form.set('client_secret', client.clientSecret);
    }
    const init: Record<typeof kind, () => AppInit> = {
      json: () => json({ token: access }),
      github: () => json({ access_token: access }),
      bearer: () => ({ method: 'POST', headers: { authorization: `Bearer ${access}`, 'user-agent': USER_AGENT } }),
      form: () => ({
        method: 'POST',
        headers: { 'user-agent': USER_AGENT, ...(provider.auth === 'basic' && { authorization: basic }) },
        body: form,
      }),
    };
    const address = url.replace('{client}', encodeURIComponent(client.clientId));
    return this.app
      .fetch(address, { ...init[kind](), maxBytes: MAX_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .then(
        async (answer) => (await answer.body?.cancel(), answer.ok),
        () => false,
      );
  }

  /** The name of the account, as far as the provider says it. A connection works without. */
  private async accountOf(provider: Provider, body: oauth.TokenEndpointResponse): Promise<string | null> {
    const { account } = provider;
    if (!account) return null;
    try {
      const from = account.url ? await this.ask(account.url, account.method ?? 'GET', body.access_token) : body;
      const found = account.path.reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], from);
      return z.string().min(1).max(MAX_ACCOUNT).safeParse(found).data ?? null;
    } catch {
      return null;
    }
  }

  private async ask(url: string, method: string, token: string): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': USER_AGENT };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.app.fetch(url, { method, headers, signal, maxBytes: MAX_BYTES });
    return answer.ok ? answer.json() : undefined;
  }

  private options({ body }: Provider): oauth.TokenEndpointRequestOptions {
    return {
      signal: () => AbortSignal.timeout(TIMEOUT_MS),
      [oauth.customFetch]: async (url, { method, headers, body: form, signal }) => {
        const json = body === 'json' && form instanceof URLSearchParams;
        const answer = await this.app.fetch(url, {
          method,
          headers: { ...headers, 'user-agent': USER_AGENT, ...(json && { 'content-type': 'application/json' }) },
          body: json ? JSON.stringify(Object.fromEntries(form)) : (form as URLSearchParams),
          signal,
          maxBytes: MAX_BYTES,
        });
        // Read here: the library takes only responses of this process' own `fetch`.
        const text = await answer.text();
        // GitHub and Slack refuse with 200; the library takes that for an answer that cannot be used.
        const status = answer.status === 200 && isRefusal(text) ? 400 : answer.status;
        return new Response(text, { status, headers: [...answer.headers] });
      },
    };
  }
}

export const USER_AGENT = 'web:zo:1 (personal cloud computer)';
/** Slack names the kind of its tokens otherwise; they are sent as bearer tokens all the same. */
const TYPES = { recognizedTokenTypes: { user: () => undefined, bot: () => undefined } };

function isRefusal(text: string): boolean {
  try {
    const { error, access_token: token } = JSON.parse(text) as { error?: unknown; access_token?: unknown };
    return typeof error === 'string' && token === undefined;
  } catch {
    return false;
  }
}

const serverOf = ({ issuer, authorize, token }: Provider): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: authorize,
  token_endpoint: token,
});

const basicOf = ({ clientId, clientSecret }: ClientOfApp) =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

const authOf = ({ auth }: Provider, client: ClientOfApp): oauth.ClientAuth =>
  auth === 'post'
    ? oauth.ClientSecretPost(client.clientSecret)
    : // Not the library's, which escapes the signs of a secret first: these providers compare it as it is.
      (...[, , , headers]) => headers.set('authorization', basicOf(client));

function tokensIn(body: oauth.TokenEndpointResponse): Omit<Tokens, 'account'> {
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds, scope = '' } = body;
  if (access.length > MAX_TOKEN || (refresh?.length ?? 0) > MAX_TOKEN) throw new Error('the token is too long');
  const expiresAt = seconds === undefined ? null : new Date(Date.now() + Math.min(seconds, 10 ** 9) * 1_000);
  return { access, refresh, expiresAt, scopes: scope.slice(0, MAX_TOKEN).split(/[ ,]+/).filter(Boolean) };
}

const ENDED = /^(invalid_grant|bad_refresh_token|invalid_refresh_token|token_revoked|unauthorized_client)$/;
const NO_CLIENT = /^(invalid_client|incorrect_client_credentials|bad_client_secret|invalid_client_id)$/;

/** Whether the grant has ended, or belongs to another client, so that only connecting again helps. */
export const isRevoked = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && ENDED.test(error.error);

/** Whether the provider does not take the client of this installation, which only its owner can change. */
export const isClientRefused = (error: unknown): boolean =>
  error instanceof oauth.WWWAuthenticateChallengeError ||
  (error instanceof oauth.ResponseBodyError && NO_CLIENT.test(error.error));
