import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf, valuesOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { Phone } from './phone.entity.js';

@Injectable()
export class PhonesRepository {
  own(ctx: Ctx): Promise<Phone | null> {
    return repositoryOf(ctx, Phone).findOneBy({ userId: ctx.userId });
  }

  lock(ctx: Ctx): Promise<Phone | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return repositoryOf(ctx, Phone).findOne({ where: { userId: ctx.userId }, lock });
  }

  /** A new number takes the place of the one from before. */
  async start(ctx: Ctx, { number, codeHash, codeUntil }: Pick<Phone, 'number' | 'codeHash' | 'codeUntil'>) {
    const fresh = { tries: 0, provenAt: null, stoppedAt: null };
    await repositoryOf(ctx, Phone).upsert(
      valuesOf<Phone>({ userId: ctx.userId, number, codeHash, codeUntil, ...fresh }),
      ['userId'],
    );
  }

  async change(ctx: Ctx, changes: Partial<Phone>): Promise<void> {
    await repositoryOf(ctx, Phone).update({ userId: ctx.userId }, valuesOf<Phone>(changes));
  }

  async remove(ctx: Ctx): Promise<void> {
    await repositoryOf(ctx, Phone).delete({ userId: ctx.userId });
  }

  /** Whose proven number it is. */
  async byNumber(tx: EntityManager, number: string): Promise<string | undefined> {
    const sql = 'select user_id as "userId" from phones where number = $1 and proven_at is not null';
    return (await rowsOf<{ userId: string }>(tx, sql, [number]))[0]?.userId;
  }

  /** The number was given to somebody else, who has it now. */
  async take(tx: EntityManager, { number, userId }: { number: string; userId: string }): Promise<void> {
    await rowsOf(tx, 'delete from phones where number = $1 and proven_at is not null and user_id <> $2', [
      number,
      userId,
    ]);
    await rowsOf(
      tx,
      'update phones set proven_at = now(), code_hash = null, code_until = null where user_id = $2 and number = $1',
      [number, userId],
    );
  }
}
