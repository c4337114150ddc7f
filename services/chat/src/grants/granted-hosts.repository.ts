import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { GrantedHostRow } from './granted-host.entity.js';

@Injectable()
export class GrantedHostsRepository {
  /** In the order of their names. */
  all(ctx: Ctx): Promise<GrantedHostRow[]> {
    return repositoryOf(ctx, GrantedHostRow).find({ where: { userId: ctx.userId }, order: { host: 'asc' } });
  }

  /** A host that is granted already keeps its date. */
  async add(ctx: Ctx, rows: readonly Pick<GrantedHostRow, 'id' | 'host'>[]): Promise<void> {
    await repositoryOf(ctx, GrantedHostRow)
      .createQueryBuilder()
      .insert()
      .values(rows.map((row) => ({ ...row, userId: ctx.userId })))
      .orIgnore()
      .execute();
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, GrantedHostRow).delete({ id, userId: ctx.userId })).affected === 1;
  }
}
