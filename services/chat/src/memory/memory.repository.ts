import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { findRow, findRows, repositoryOf, valuesOf } from '@zo/db';
import { query } from '../db/sql.js';
import { CopyRow, JudgedRow, KeptRow } from './memory.entity.js';
import type { Shelf } from './shelf.js';

const MAX_COPIES = 20;

export type Judged = Pick<JudgedRow, 'seq' | 'hash'>;

/** What was found out about the texts of a home before. */
export interface StoredShelf {
  /** By address. */
  readonly judged: ReadonlyMap<string, Judged>;
  /** Of the folder. */
  readonly copy: Shelf | undefined;
}

@Injectable()
export class MemoryRepository {
  /** Those of the hashes that are kept. */
  async kept(ctx: Ctx, hashes: readonly string[]): Promise<Set<string>> {
    if (hashes.length === 0) return new Set();
    const sql = 'select hash from memory_kept where user_id = $1 and hash = any($2)';
    const rows = await query<Pick<KeptRow, 'hash'>>(ctx, sql, [ctx.userId, hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }

  async keep(ctx: Ctx, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    const rows = hashes.map((hash) => ({ userId: ctx.userId, hash }));
    await repositoryOf(ctx, KeptRow).createQueryBuilder().insert().values(rows).orIgnore().execute();
  }

  private async judged(ctx: Ctx): Promise<Map<string, Judged>> {
    const rows = await findRows(ctx, JudgedRow, { where: { userId: ctx.userId } });
    return new Map(rows.map(({ address, seq, hash }) => [address, { seq, hash }]));
  }

  async setJudged(ctx: Ctx, address: string, judged: Judged): Promise<void> {
    await repositoryOf(ctx, JudgedRow).upsert({ userId: ctx.userId, address, ...judged }, ['userId', 'address']);
  }

  /** Those of these threads that have an answer in the making: what it is shown is not known before it ends. */
  async busy(ctx: Ctx, threadIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await query<{ id: string }>(
      ctx,
      `select distinct conversation_id as id from runs
        where conversation_id::text = any($1) and status in ('running', 'waiting')`,
      [threadIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async stored(ctx: Ctx, folder: string): Promise<StoredShelf> {
    const [judged, copy] = await Promise.all([this.judged(ctx), this.copy(ctx, folder)]);
    return { judged, copy };
  }

  async copy(ctx: Ctx, folder: string): Promise<Shelf | undefined> {
    return (await findRow(ctx, CopyRow, { where: { userId: ctx.userId, folder } }))?.copy;
  }

  /** The titles of those chats that are still there, by id. */
  async titles(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = await query<{ id: string; title: string | null }>(
      ctx,
      'select id, title from conversations where id::text = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  async copies(ctx: Ctx): Promise<Shelf[]> {
    return (await repositoryOf(ctx, CopyRow).findBy({ userId: ctx.userId })).map(({ copy }) => copy);
  }

  async saveCopy(ctx: Ctx, folder: string, copy: Shelf): Promise<void> {
    const row = { userId: ctx.userId, folder, copy, readAt: () => 'now()' };
    await repositoryOf(ctx, CopyRow).upsert(valuesOf<CopyRow>(row), ['userId', 'folder']);
    await query(
      ctx,
      `delete from memory_copies where user_id = $1 and folder not in
        (select folder from memory_copies where user_id = $1 order by read_at desc limit $2)`,
      [ctx.userId, MAX_COPIES],
    );
  }
}
