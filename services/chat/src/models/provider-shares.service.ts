import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requireOwner } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { type ProviderShare, ProviderSharesRepository } from './provider-shares.repository.js';
import { ProvidersRepository } from './providers.repository.js';

/** The owner of the installation lets others use models at the owner's cost. They never see the key or the address. */
@Injectable()
export class ProviderSharesService {
  constructor(
    private readonly database: Database,
    private readonly shares: ProviderSharesRepository,
    private readonly providers: ProvidersRepository,
  ) {}

  list(ctx: Ctx): Promise<ProviderShare[]> {
    requireOwner(ctx);
    return this.database.read(ctx, (tx) => this.shares.all(tx));
  }

  async share(ctx: Ctx, share: ProviderShare): Promise<ProviderShare> {
    requireOwner(ctx);
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.providers.byId(tx, share.providerId))) throw errors.notFound();
      await this.shares.save(tx, share);
      audit(tx, 'provider.shared', { target: share.providerId, people: share.people?.length ?? 'all' });
    });
    return share;
  }

  /** Ends answers that use the provider before their next step. */
  async revoke(ctx: Ctx, providerId: string): Promise<void> {
    requireOwner(ctx);
    const removed = await this.database.tx(ctx, async (tx) => {
      const existed = await this.shares.remove(tx, providerId);
      if (existed) audit(tx, 'provider.unshared', { target: providerId });
      return existed;
    });
    if (!removed) throw errors.notFound();
  }
}
