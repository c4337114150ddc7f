import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi';
import { type App, mayWrite, type Provider } from '../apps/app.js';
import { appOf, apps } from '../apps/catalogue.js';
import { SecretBox } from '../apps/secret-box.js';
import { AppClientsService, type KnownClient } from '../clients/app-clients.service.js';
import { connectionErrors } from '../errors.js';
import { isClientRefused, OAuth } from '../oauth/oauth.js';
import { openTokens, sealTokens } from './access.service.js';
import type { Connection } from './connection.entity.js';
import type { ConnectedApp, Disconnected } from './connections.dto.js';
import { ConnectionsRepository } from './connections.repository.js';
import { toolsOf } from '../apps/tools/tool-catalogue.js';

const CONSENT_MS = 10 * 60_000;
const MAX_CONSENTS = 50;
const log = logger('connections');

/** How a consent ended: what settings says of it. */
export type Outcome = 'connected' | 'denied' | 'expired' | 'client' | 'failed';

@Injectable()
export class ConnectionsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: ConnectionsRepository,
    private readonly clients: AppClientsService,
    private readonly secrets: SecretBox,
    private readonly oauth: OAuth,
  ) {}

  async list(ctx: Ctx): Promise<ConnectedApp[]> {
    const connected = await this.database.read(ctx, (tx) => this.rows.all(tx));
    const configured = await this.clients.configured(ctx);
    const rows = new Map(connected.map((row) => [row.appSlug, row]));
    return apps.map((app) => present(app, rows.get(app.slug), configured));
  }

  /** The address where the user gives consent. `writing`: what it asks for. @throws connections.not_set_up */
  async connect(ctx: Ctx, slug: string, writing?: boolean): Promise<{ url: string }> {
    requirePerson(ctx);
    const app = appOf(slug);
    if (!app?.provider || !ctx.sessionId) throw errors.notFound();
    const { provider } = app;
    const client = await this.clients.find(ctx, provider);
    if (!client) throw connectionErrors.notSetUp({ app: app.name });
    const state = generateRandomState();
    const verifier = generateRandomCodeVerifier();
    const stateHash = hashOf(state);
    const before = await this.database.read(ctx, (tx) => this.rows.find(tx, slug));
    const writes = writing ?? before?.writes ?? false;
    const scopes = [...app.scopes, ...((writes && app.writing?.scopes) || [])];
    const consent = {
      stateHash,
      scopes,
      writes,
      userId: ctx.userId,
      sessionId: ctx.sessionId,
      appSlug: slug,
      verifier: this.secrets.seal(verifier, ['consent', stateHash]),
      expiresAt: new Date(Date.now() + CONSENT_MS),
    };
    await this.database.tx(ctx, async (tx) => {
      await this.rows.ask(tx, consent);
      if ((await this.rows.openConsents(tx)) > MAX_CONSENTS) throw connectionErrors.busy({ app: app.name });
    });
    const { callback } = this.clients;
    return { url: await this.oauth.consentUrl({ provider, scopes }, client, { state, verifier, callback }) };
  }

  /** What the provider sent the browser back with. */
  async finish(ctx: Ctx, answer: URLSearchParams): Promise<{ slug?: string; outcome: Outcome }> {
    requirePerson(ctx);
    const state = answer.getAll('state');
    if (state.length !== 1 || !ctx.sessionId) return { outcome: 'expired' };
    const stateHash = hashOf(state[0]!);
    const consent = await this.database.tx(ctx, (tx) => this.rows.take(tx, stateHash));
    const app = appOf(consent?.appSlug ?? '');
    if (!consent || !app?.provider) return { outcome: 'expired' };
    const { slug, provider } = app;
    if (answer.get('error') === 'access_denied') return { slug, outcome: 'denied' };
    let client: KnownClient | undefined;
    try {
      client = await this.clients.find(ctx, provider);
      if (!client) throw connectionErrors.notSetUp({ app: app.name });
      const verifier = this.secrets.open(consent.verifier, ['consent', stateHash]);
      const { callback } = this.clients;
      const tokens = await this.oauth.exchange(provider, client, { answer, state: state[0]!, verifier, callback });
      const row = { id: crypto.randomUUID(), userId: ctx.userId, appSlug: slug };
      const { account, expiresAt } = tokens;
      // An app that does not say what it granted has granted what was asked for.
      const scopes = tokens.scopes.length > 0 ? [...tokens.scopes] : consent.scopes;
      const sealed = sealTokens(this.secrets, row, tokens);
      const replaced = await this.database.tx(ctx, async (tx) => {
        const before = await this.rows.lock(tx, slug);
        const switches = { reads: before?.reads ?? true, writes: consent.writes && mayWrite(app, { scopes }) };
        await this.rows.put(tx, { ...row, ...switches, account, sealed, scopes, expiresAt });
        audit(tx, 'app.connected', { target: slug });
        const isNeeded = before && (await this.rows.all(tx)).some((other) => isOfSameGrant(app, before, other));
        return isNeeded ? null : before;
      });
      if (replaced) await this.endReplaced(provider, client, replaced);
      await this.clients.note(ctx, client, { isRefused: false });
      return { slug, outcome: 'connected' };
    } catch (error) {
      log.warn({ error: (error as Error).message }, `${app.name} could not be connected`);
      if (!client || !isClientRefused(error)) return { slug, outcome: 'failed' };
      await this.clients.note(ctx, client, { isRefused: true });
      return { slug, outcome: 'client' };
    }
  }

  /** Nobody could end the grant of another account once its tokens are forgotten. */
  private async endReplaced(provider: Provider, client: KnownClient, row: Connection): Promise<void> {
    try {
      await this.oauth.revoke(provider, client, openTokens(this.secrets, row));
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the grant of the account before could not be ended');
    }
  }

  /** Forgets the tokens in any case. @throws http.not_found */
  async disconnect(ctx: Ctx, slug: string): Promise<Disconnected> {
    requirePerson(ctx);
    const app = appOf(slug);
    const { row, isShared } = await this.database.tx(ctx, async (tx) => {
      const found = await this.rows.lock(tx, slug);
      if (!found || !app) throw errors.notFound();
      await this.rows.remove(tx, found);
      audit(tx, 'app.disconnected', { target: slug });
      const others = await this.rows.all(tx);
      return { row: found, isShared: others.some((other) => isOfSameGrant(app, found, other)) };
    });
    // A provider ends everything that its client was granted by an account, also for the other connection.
    if (isShared) return { grant: 'shared' };
    const client = await this.clients.find(ctx, app!.provider!);
    const hasEnded = client && (await this.oauth.revoke(app!.provider!, client, openTokens(this.secrets, row)));
    return { grant: hasEnded ? 'ended' : 'unconfirmed' };
  }
}

type Configured = Awaited<ReturnType<AppClientsService['configured']>>;

const REFUSALS = { broken: connectionErrors.broken, client_refused: connectionErrors.clientRefused };

const hashOf = (state: string) => createHash('sha256').update(state).digest('base64url');

/** Whether both are of one provider and, as far as that is known, of one account there. */
const isOfSameGrant = ({ provider }: App, { account }: Connection, other: Connection): boolean =>
  other.state === 'ok' &&
  appOf(other.appSlug)?.provider?.slug === provider?.slug &&
  (account === null || other.account === null || account === other.account);

function present(app: App, row: Connection | undefined, configured: Configured): ConnectedApp {
  const { slug, name, about, provider } = app;
  const client = configured.get(provider?.slug ?? '');
  const unconnected = client ? 'not_connected' : 'not_set_up';
  const connected = row?.state === 'ok' && client?.isRefused ? 'client_refused' : row?.state;
  const state = connected ?? (provider ? unconnected : 'bot');
  return {
    app_slug: slug,
    display_name: name,
    connected: row?.state === 'ok',
    about,
    state,
    account: row?.account ?? null,
    error: state === 'broken' || state === 'client_refused' ? REFUSALS[state]({ app: name }).detail : null,
    tools: toolsOf(slug).map(({ name: tool, about: does, effect }) => ({ name: tool, about: does, effect })),
    reading: row?.reads ?? true,
    writing: row?.writes ?? false,
    writing_asks_for: app.writing && !(row && mayWrite(app, row)) ? app.writing.words : null,
  };
}
