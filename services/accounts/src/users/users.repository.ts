import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { User } from './user.entity.js';
import type { PersonFacts } from './user.presenter.js';

const MAX_PEOPLE = 1_000;

@Injectable()
export class UsersRepository {
  /** Returns the user of the context. */
  self(ctx: Ctx): Promise<User> {
    return repositoryOf(ctx, User).findOneByOrFail({ id: ctx.userId });
  }

  /**
   * Returns the user of the context and locks the row until the transaction ends, for changes that depend on current
   * values.
   */
  selfToChange(ctx: Ctx): Promise<User> {
    return repositoryOf(ctx, User).findOneOrFail({ where: { id: ctx.userId }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    ctx: Ctx,
    changes: Partial<Pick<User, 'fullName' | 'picture' | 'passwordHash' | 'settings' | 'onboarding'>>,
  ): Promise<void> {
    await repositoryOf(ctx, User).update({ id: ctx.userId }, changes);
  }

  insert(tx: EntityManager, user: User): Promise<unknown> {
    return tx.insert(User, user);
  }

  byEmail(tx: EntityManager, email: string): Promise<User | null> {
    return tx.findOneBy(User, { email });
  }

  byHandle(tx: EntityManager, handle: string): Promise<User | null> {
    return tx.findOneBy(User, { handle });
  }

  async hasHandle(tx: EntityManager, handle: string): Promise<boolean> {
    return (await tx.countBy(User, { handle })) > 0;
  }

  /** In the order in which they joined. */
  everyone(tx: EntityManager): Promise<PersonFacts[]> {
    const select = { id: true, handle: true, fullName: true, owner: true } as const;
    return tx.find(User, { select, order: { createdAt: 'asc', id: 'asc' }, take: MAX_PEOPLE });
  }

  async isClaimed(tx: EntityManager): Promise<boolean> {
    return (await tx.countBy(User, { owner: true })) > 0;
  }
}
