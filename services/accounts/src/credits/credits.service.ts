import { Injectable } from '@nestjs/common';
import { Database } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { accountErrors } from '../errors.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import type { CreditEntry } from './credit-entry.entity.js';
import { CreditsRepository } from './credits.repository.js';

export interface Grant {
  readonly handle: string;
  /** A negative amount corrects an earlier grant. */
  readonly amountCents: number;
  readonly who: string;
  readonly why: string;
  /** Idempotency key: a repeated request with the same key grants nothing. */
  readonly key: string;
}

/** Credits granted to users. Nothing can be spent yet. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly database: Database,
    private readonly credits: CreditsRepository,
    private readonly users: UsersRepository,
  ) {}

  async show(handle: string): Promise<{ balanceCents: number; last: CreditEntry[] }> {
    return this.database.acrossTenants(async (tx) => {
      const { id } = await this.userByHandle(tx, handle);
      return { balanceCents: await this.credits.balance(tx, id), last: await this.credits.last(tx, id) };
    });
  }

  /** @throws accounts.key_taken if the key belongs to a different entry */
  async grant({ handle, ...grant }: Grant): Promise<{ balanceCents: number; isNew: boolean }> {
    return this.database.acrossTenants(async (tx) => {
      const { id: userId } = await this.userByHandle(tx, handle);
      const isNew = await this.credits.add(tx, { id: crypto.randomUUID(), userId, ...grant });
      const entry = await this.credits.byKey(tx, grant.key);
      if (entry?.userId !== userId || entry.amountCents !== grant.amountCents)
        throw accountErrors.keyTaken({ key: grant.key });
      return { balanceCents: await this.credits.balance(tx, userId), isNew };
    });
  }

  private async userByHandle(tx: EntityManager, handle: string): Promise<User> {
    const user = await this.users.byHandle(tx, handle);
    if (!user) throw accountErrors.handleUnknown({ handle });
    return user;
  }
}
