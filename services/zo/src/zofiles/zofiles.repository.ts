import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { Zofile } from './zofile.entity.js';

@Injectable()
export class ZofilesRepository {
  /** Oldest first. */
  all(ctx: Ctx): Promise<Zofile[]> {
    return repositoryOf(ctx, Zofile).find({
      where: { userId: ctx.userId },
      order: { createdAt: 'asc', id: 'asc' },
    });
  }

  count(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, Zofile).countBy({ userId: ctx.userId });
  }

  byId(ctx: Ctx, id: string): Promise<Zofile | null> {
    return repositoryOf(ctx, Zofile).findOneBy({ id, userId: ctx.userId });
  }

  /** The row stays locked until the transaction ends. */
  lock(ctx: Ctx, id: string): Promise<Zofile | null> {
    return repositoryOf(ctx, Zofile).findOne({
      where: { id, userId: ctx.userId },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async add(ctx: Ctx, row: Omit<Zofile, 'createdAt' | 'updatedAt'>): Promise<Zofile> {
    const zofiles = repositoryOf(ctx, Zofile);
    const made = zofiles.create(row);
    await zofiles.insert(made);
    return made;
  }

  async change(ctx: Ctx, row: Zofile): Promise<void> {
    const { id, name, prompt, image, updatedAt } = row;
    await repositoryOf(ctx, Zofile).update({ id, userId: ctx.userId }, { name, prompt, image, updatedAt });
  }

  /** Conversations in which it was active have none afterwards. */
  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, Zofile).delete({ id, userId: ctx.userId })).affected === 1;
  }
}
