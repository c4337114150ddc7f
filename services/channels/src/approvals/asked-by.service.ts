/** How a user wants to be asked while they are away. */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, requirePerson } from '@zo/auth';
import { Database, repositoryOf, valuesOf } from '@zo/db';
import { ASK_CHANNELS, type AskChannel } from './approval-link.entity.js';
import { ApprovalLinksRepository } from './approval-links.repository.js';
import { AskedBy } from './asked-by.entity.js';

/** `details`: notifications show what is asked. */
export type AskedBySettings = Readonly<Record<AskChannel | 'details', boolean>>;
type AskedByChange = { readonly [key in keyof AskedBySettings]?: boolean | undefined };
/** A text message costs its user money. */
const DEFAULTS: AskedBySettings = { email: true, sms: false, push: true, telegram: true, details: false };

@Injectable()
export class AskedByService {
  constructor(
    private readonly database: Database,
    private readonly links: ApprovalLinksRepository,
  ) {}

  of(ctx: Ctx): Promise<AskedBySettings> {
    return this.database.read(ctx, (tx) => this.read(tx));
  }

  /** What is not given stays as it is. Links that were sent on a channel that is turned off count no more. */
  async set(ctx: Ctx, changed: AskedByChange): Promise<void> {
    requirePerson(ctx);
    const { userId } = ctx;
    await this.database.tx(ctx, async (tx) => {
      // Only what changes is written, so two changes at once both hold.
      const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
      const row = valuesOf<AskedBy>({ userId, ...DEFAULTS, ...given });
      const rows = repositoryOf(tx, AskedBy).createQueryBuilder().insert().values(row);
      await rows.orUpdate([...Object.keys(given), 'user_id'], ['user_id']).execute();
      const wanted = await this.read(tx);
      for (const channel of ASK_CHANNELS) if (!wanted[channel]) await this.links.revoke(tx, channel);
      audit(tx, 'asked_by.changed', { target: userId, ...wanted });
    });
  }

  private async read(tx: Ctx): Promise<AskedBySettings> {
    const row = await repositoryOf(tx, AskedBy).findOneBy({ userId: tx.userId });
    if (!row) return DEFAULTS;
    const { email, sms, push, telegram, details } = row;
    return { email, sms, push, telegram, details };
  }
}
