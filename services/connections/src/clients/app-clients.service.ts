import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner, requirePerson } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import type { z } from 'zod';
import type { Provider } from '../apps/app.js';
import { apps, providerOf } from '../apps/catalogue.js';
import { SecretBox } from '../apps/secret-box.js';
import type { ClientOfApp } from '../oauth/oauth.js';
import type { AppClient } from './app-client.entity.js';
import type { clients, SetClient } from './app-clients.dto.js';
import { AppClientsRepository } from './app-clients.repository.js';

/** A client as it was when it was read. */
export type KnownClient = ClientOfApp & Pick<AppClient, 'provider' | 'changedAt' | 'refusedAt'>;

@Injectable()
export class AppClientsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: AppClientsRepository,
    private readonly secrets: SecretBox,
    private readonly platform: Platform,
  ) {}

  /** Where providers send users back to. */
  get callback(): string {
    return new URL('/api/connections/callback', this.platform.config.ZO_PUBLIC_URL).href;
  }

  /** The providers whose apps can be connected, and those of them that refuse the client that was entered. */
  async configured(ctx: Ctx): Promise<ReadonlyMap<string, { readonly isRefused: boolean }>> {
    const rows = await this.database.read(ctx, (tx) => this.rows.all(tx));
    return new Map(rows.map(({ provider, refusedAt }) => [provider, { isRefused: refusedAt !== null }]));
  }

  async find(ctx: Ctx, { slug }: Provider): Promise<KnownClient | undefined> {
    const row = await this.database.read(ctx, (tx) => this.rows.find(tx, slug));
    if (!row) return undefined;
    const { clientId, provider, changedAt, refusedAt } = row;
    return { clientId, clientSecret: this.secrets.open(row.secret, ['client', slug]), provider, changedAt, refusedAt };
  }

  /** What a provider said to a client, for all who are connected by it. */
  async note(ctx: Ctx, client: KnownClient, { isRefused }: { isRefused: boolean }): Promise<void> {
    if ((client.refusedAt !== null) === isRefused) return;
    await this.database.tx(ctx, (tx) => this.rows.setRefused(tx, client, isRefused ? new Date() : null));
  }

  /** Every provider, with the client that the owner has entered. @throws http.not_found for others than the owner */
  async list(ctx: Ctx): Promise<z.infer<typeof clients>> {
    requireOwner(ctx);
    requirePerson(ctx);
    const rows = new Map((await this.database.read(ctx, (tx) => this.rows.all(tx))).map((row) => [row.provider, row]));
    const providers = new Map(apps.flatMap(({ provider }) => (provider ? [[provider.slug, provider] as const] : [])));
    return [...providers.values()].map(({ slug, name, console }) => ({
      provider: slug,
      display_name: name,
      console,
      callback: this.callback,
      client_id: rows.get(slug)?.clientId ?? null,
      apps: apps.filter(({ provider }) => provider?.slug === slug).map((app) => app.slug),
    }));
  }

  /** In force at once, in every process. @throws http.not_found */
  async set(ctx: Ctx, slug: string, { client_id: clientId, client_secret: clientSecret }: SetClient): Promise<void> {
    requireOwner(ctx);
    requirePerson(ctx);
    const provider = providerOf(slug);
    if (!provider) throw errors.notFound();
    const secret = this.secrets.seal(clientSecret, ['client', slug]);
    await this.database.tx(ctx, async (tx) => {
      await this.rows.put(tx, { provider: slug, clientId, secret, changedBy: ctx.userId });
      audit(tx, 'app_client.set', { target: slug });
    });
  }

  /** Who is connected stays so until the next refresh. @throws http.not_found */
  async remove(ctx: Ctx, slug: string): Promise<void> {
    requireOwner(ctx);
    requirePerson(ctx);
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.rows.remove(tx, slug))) throw errors.notFound();
      audit(tx, 'app_client.removed', { target: slug });
    });
  }
}
