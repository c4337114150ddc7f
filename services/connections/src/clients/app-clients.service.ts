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
import type { clients, SetClient } from './app-clients.dto.js';
import { AppClientsRepository } from './app-clients.repository.js';

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

  /** The providers whose apps can be connected. */
  async configured(ctx: Ctx): Promise<ReadonlySet<string>> {
    const rows = await this.database.read(ctx, (tx) => this.rows.all(tx));
    return new Set(rows.map(({ provider }) => provider));
  }

  async find(ctx: Ctx, { slug }: Provider): Promise<ClientOfApp | undefined> {
    const row = await this.database.read(ctx, (tx) => this.rows.find(tx, slug));
    return row ? { clientId: row.clientId, clientSecret: this.secrets.open(row.secret, ['client', slug]) } : undefined;
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
