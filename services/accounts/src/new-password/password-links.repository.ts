import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import { PasswordLink } from './password-link.entity.js';

@Injectable()
export class PasswordLinksRepository {
  /** Also removes links that have expired. */
  async insert(tx: EntityManager, link: PasswordLink): Promise<void> {
    await tx.delete(PasswordLink, { expiresAt: LessThan(new Date()) });
    await tx.insert(PasswordLink, link);
  }

  find(tx: EntityManager, codeHash: Buffer): Promise<PasswordLink | null> {
    return tx.findOneBy(PasswordLink, { codeHash, expiresAt: MoreThan(new Date()) });
  }

  /** @returns whether the link was still there */
  async use(ctx: Ctx, codeHash: Buffer): Promise<boolean> {
    return (await repositoryOf(ctx, PasswordLink).delete({ codeHash, userId: ctx.userId })).affected === 1;
  }

  async removeAll(ctx: Ctx): Promise<void> {
    await repositoryOf(ctx, PasswordLink).delete({ userId: ctx.userId });
  }
}
