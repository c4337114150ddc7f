import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/shared/auth';
import { repositoryOf } from '@zo/shared/db';
import type { Location } from '@zo/shared/http';
import { Trashed } from './trashed.entity.js';

@Injectable()
export class TrashRepository {
  /** Remembers an origin. A row of that name is of something that left the trash by other ways, and is replaced. */
  async remember(ctx: Ctx, name: string, origin: Location): Promise<void> {
    await repositoryOf(ctx, Trashed).save({ userId: ctx.userId, name, root: origin.root, path: [...origin.path], trashedAt: new Date() });
  }

  async forget(ctx: Ctx, name: string): Promise<void> {
    await repositoryOf(ctx, Trashed).delete({ userId: ctx.userId, name });
  }

  async forgetAll(ctx: Ctx): Promise<void> {
    await repositoryOf(ctx, Trashed).delete({ userId: ctx.userId });
  }

  find(ctx: Ctx, name: string): Promise<Trashed | null> {
    return repositoryOf(ctx, Trashed).findOneBy({ userId: ctx.userId, name });
  }
}
