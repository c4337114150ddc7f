import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { rowsOf } from '@zo/db';

/** Calls that changed something. A call is repeated on another process when its connection breaks. */
@Injectable()
export class UsedKeys {
  /** False if the key was used before. Forgets keys of the week before. */
  async use(ctx: Ctx, key: string): Promise<boolean> {
    await rowsOf(ctx.tx!, `delete from used_keys where user_id = $1 and used_at < now() - interval '7 days'`, [
      ctx.userId,
    ]);
    const rows = await rowsOf(
      ctx.tx!,
      'insert into used_keys (user_id, key) values ($1, $2) on conflict do nothing returning key',
      [ctx.userId, key],
    );
    return rows.length === 1;
  }
}
