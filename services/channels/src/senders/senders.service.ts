import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { channelErrors } from '../errors.js';
import type { Channel } from '../messages/message.entity.js';
import { type Person, People } from '../people/people.js';
import type { Sender } from './sender.entity.js';
import { SendersRepository } from './senders.repository.js';

export const MAX_SENDERS = 200;

@Injectable()
export class SendersService {
  constructor(
    private readonly database: Database,
    private readonly senders: SendersRepository,
    private readonly people: People,
  ) {}

  list(ctx: Ctx): Promise<Sender[]> {
    return this.database.read(ctx, (tx) => this.senders.all(tx));
  }

  /** Whether messages of this address are let in. That of the account always is. */
  async isKnown(ctx: Ctx, person: Person, { channel, address }: { channel: Channel; address: string }) {
    if (channel === 'email' && address === person.email.toLowerCase()) return true;
    return this.database.read(ctx, (tx) => this.senders.has(tx, { channel, address }));
  }

  /** @throws channels.too_many_senders, channels.own_address */
  async add(ctx: Ctx, { channel, address }: { channel: Channel; address: string }): Promise<Sender[]> {
    const { email } = await this.people.own(ctx);
    if (channel === 'email' && address === email.toLowerCase()) throw channelErrors.ownAddress();
    return this.database.tx(ctx, async (tx) => {
      if ((await this.senders.count(tx)) >= MAX_SENDERS) throw channelErrors.tooManySenders({ most: MAX_SENDERS });
      await this.senders.add(tx, { channel, address });
      audit(tx, 'sender.allowed', { target: ctx.userId, channel });
      return this.senders.all(tx);
    });
  }

  /** @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.senders.remove(tx, id))) throw errors.notFound();
      audit(tx, 'sender.removed', { target: id });
    });
  }
}
