/** Gives out access tokens, and refreshes them once however many ask. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { logger } from '@zo/observability';
import { Semaphore } from '@zo/rpc';
import type { App } from '../apps/app.js';
import { appOf } from '../apps/catalogue.js';
import { SecretBox } from '../apps/secret-box.js';
import { AppClientsService, type KnownClient } from '../clients/app-clients.service.js';
import { connectionErrors } from '../errors.js';
import { isClientRefused, isRevoked, OAuth, type Tokens } from '../oauth/oauth.js';
import type { Connection } from './connection.entity.js';
import { ConnectionsRepository } from './connections.repository.js';

/** A token that expires so soon is not used any more. */
const MARGIN_MS = 60_000;
/** Each refresh holds a connection of the database; half of them are left for others. */
const MAX_REFRESHES = 3;
const log = logger('connections:access');

export interface Access {
  readonly token: string;
  /** Which of the connection's tokens this is. */
  readonly generation: number;
}

/** The provider does not take the client of this installation. */
class RefusedClient extends Error {
  constructor(
    readonly client: KnownClient,
    cause: unknown,
  ) {
    super('the client is refused', { cause });
  }
}

/** Thrown by a call that the app answered with 401. */
export class Unauthorised extends Error {}

@Injectable()
export class AccessTokens {
  private readonly flights = new Map<string, Promise<Access>>();
  private readonly refreshes = new Semaphore(MAX_REFRESHES);
  /** One at a time for each provider: one that does not answer must not hold up the others. */
  private readonly turns = new Map<string, Semaphore>();

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: ConnectionsRepository,
    private readonly clients: AppClientsService,
    private readonly secrets: SecretBox,
    private readonly oauth: OAuth,
  ) {}

  /**
   * Calls an app of the user. A call that throws `Unauthorised` is repeated once with another token.
   * @throws connections.not_connected, connections.broken
   */
  async use<T>(ctx: Ctx, slug: string, call: (token: string) => Promise<T>): Promise<T> {
    const first = await this.access(ctx, slug);
    try {
      return await call(first.token);
    } catch (error) {
      if (!(error instanceof Unauthorised)) throw error;
    }
    const second = await this.access(ctx, slug, first.generation);
    try {
      return await call(second.token);
    } catch (error) {
      if (!(error instanceof Unauthorised)) throw error;
      await this.database.tx(ctx, async (tx) => {
        const row = await this.rows.lock(tx, slug);
        if (row?.generation === second.generation) await this.rows.change(tx, row, { state: 'broken' });
      });
      throw connectionErrors.broken({ app: nameOf(slug) });
    }
  }

  /** A token that is not of the generation `refused`. */
  private async access(ctx: Ctx, slug: string, refused?: number): Promise<Access> {
    for (;;) {
      const row = await this.database.read(ctx, (tx) => this.rows.find(tx, slug));
      const usable = this.usable(row, slug, refused);
      if (usable) return usable;
      const { id } = row!;
      const flight = this.flights.get(id) ?? this.begin(ctx, id, { slug, refused });
      const access = await flight;
      if (access.generation !== refused) return access;
    }
  }

  private begin(ctx: Ctx, id: string, asked: { slug: string; refused?: number }): Promise<Access> {
    const flight = this.refresh(ctx, asked).finally(() => this.flights.delete(id));
    this.flights.set(id, flight);
    return flight;
  }

  /** The row is locked meanwhile, so that other processes wait for this refresh and then find its token. */
  private async refresh(ctx: Ctx, { slug, refused }: { slug: string; refused?: number }): Promise<Access> {
    const app = appOf(slug)!;
    const done = await this.turnOf(app);
    try {
      const access = await this.database.tx(ctx, async (tx) => {
        const row = await this.rows.lock(tx, slug);
        const usable = this.usable(row, slug, refused);
        if (usable) return usable;
        const renewed = await this.renew(tx, app, row!);
        if (!renewed) return void (await this.rows.change(tx, row!, { state: 'broken' }));
        const generation = row!.generation + 1;
        const sealed = sealTokens(this.secrets, row!, renewed);
        await this.rows.change(tx, row!, { sealed, expiresAt: renewed.expiresAt, generation });
        return { token: renewed.access, generation };
      });
      if (!access) throw connectionErrors.broken({ app: app.name });
      return access;
    } catch (error) {
      if (!(error instanceof RefusedClient)) throw error;
      await this.clients.note(ctx, error.client, { isRefused: true });
      throw connectionErrors.clientRefused({ app: app.name }, { cause: error });
    } finally {
      done();
    }
  }

  private async turnOf({ slug, provider }: App): Promise<() => void> {
    const key = provider?.slug ?? slug;
    const turns = this.turns.get(key) ?? new Semaphore(1);
    this.turns.set(key, turns);
    const end = await turns.take();
    const done = await this.refreshes.take();
    return () => (done(), end());
  }

  /** Undefined when the grant has ended. @throws RefusedClient, connections.away */
  private async renew(tx: Ctx, { provider, name }: App, row: Connection): Promise<Omit<Tokens, 'account'> | undefined> {
    const { refresh } = openTokens(this.secrets, row);
    if (!provider || !refresh) return undefined;
    const client = await this.clients.find(tx, provider);
    if (!client) throw connectionErrors.notSetUp({ app: name });
    try {
      const tokens = await this.oauth.refresh(provider, client, refresh);
      await this.clients.note(tx, client, { isRefused: false });
      return { ...tokens, refresh: tokens.refresh ?? refresh };
    } catch (error) {
      if (isRevoked(error)) return undefined;
      log.warn({ error: (error as Error).message }, `a token of ${name} could not be refreshed`);
      if (isClientRefused(error)) throw new RefusedClient(client, error);
      throw connectionErrors.away({ app: name }, { cause: error });
    }
  }

  /** @throws connections.not_connected, connections.broken */
  private usable(row: Connection | null, slug: string, refused: number | undefined): Access | undefined {
    if (!row) throw connectionErrors.notConnected({ app: nameOf(slug) });
    if (row.state === 'broken') throw connectionErrors.broken({ app: nameOf(slug) });
    const isFresh = row.expiresAt === null || row.expiresAt.getTime() > Date.now() + MARGIN_MS;
    if (!isFresh || row.generation === refused) return undefined;
    return { token: openTokens(this.secrets, row).access, generation: row.generation };
  }
}

const nameOf = (slug: string) => appOf(slug)?.name ?? slug;

type Sealed = Pick<Tokens, 'access' | 'refresh'>;
type Place = Pick<Connection, 'userId' | 'appSlug' | 'id'>;
const placeOf = ({ userId, appSlug, id }: Place) => ['connection', userId, appSlug, id];

export const sealTokens = (secrets: SecretBox, place: Place, { access, refresh }: Sealed): Buffer =>
  secrets.seal(JSON.stringify({ access, refresh }), placeOf(place));

export const openTokens = (secrets: SecretBox, row: Connection): Sealed =>
  JSON.parse(secrets.open(row.sealed, placeOf(row))) as Sealed;
