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
/** A text message costs its user money. */
const DEFAULTS: AskedBySettings = { email: true, sms: false, push: true, telegram: true, details: false };

@Injectable()
export class AskedByService {
  constructor(
    private readonly database: Database,
    private readonly links: ApprovalLinksRepository,
  ) {}

  async of(ctx: Ctx): Promise<AskedBySettings> {
    const row = await this.database.read(ctx, (tx) => repositoryOf(tx, AskedBy).findOneBy({ userId: ctx.userId }));
    if (!row) return DEFAULTS;
    const { email, sms, push, telegram, details } = row;
    return { email, sms, push, telegram, details };
  }

  /** Links that were sent on a channel that is turned off count no more. */
  async set(ctx: Ctx, wanted: AskedBySettings): Promise<void> {
    requirePerson(ctx);
    const { userId } = ctx;
    await this.database.tx(ctx, async (tx) => {
      await repositoryOf(tx, AskedBy).upsert(valuesOf<AskedBy>({ userId, ...wanted }), ['userId']);
      for (const channel of ASK_CHANNELS) if (!wanted[channel]) await this.links.revoke(tx, channel);
      audit(tx, 'asked_by.changed', { target: userId, ...wanted });
    });
  }
}
