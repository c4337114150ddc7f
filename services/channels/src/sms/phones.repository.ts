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

  /** A number that is not proven is replaced; one that is proven stays until the new one is. */
  async start(ctx: Ctx, { number, codeHash, codeUntil }: Pick<Phone, 'number' | 'codeHash' | 'codeUntil'>) {
    const sql = `insert into phones (user_id, number, code_hash, code_until) values ($1, $2, $3, $4)
      on conflict (user_id) do update set code_hash = excluded.code_hash, code_until = excluded.code_until, tries = 0,
        number = case when phones.proven_at is null then excluded.number else phones.number end,
        new_number = case when phones.proven_at is null then null else excluded.number end,
        stopped_at = case when phones.proven_at is null then null else phones.stopped_at end`;
    await rowsOf(ctx.tx!, sql, [ctx.userId, number, codeHash, codeUntil]);
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

  /**
   * Makes a number theirs whose code they have typed: whoever had it was given another one. @returns false if another
   * code was asked for meanwhile
   */
  async take(tx: EntityManager, { number, userId, codeHash }: Pick<Phone, 'number' | 'userId' | 'codeHash'>) {
    await rowsOf(tx, 'delete from phones where number = $1 and proven_at is not null and user_id <> $2', [
      number,
      userId,
    ]);
    const taken = await rowsOf(
      tx,
      `update phones set number = $1, new_number = null, proven_at = now(), stopped_at = null, code_hash = null,
         code_until = null
       where user_id = $2 and coalesce(new_number, number) = $1 and code_hash = $3
       returning user_id`,
      [number, userId, codeHash],
    );
    return taken.length > 0;
  }
}
