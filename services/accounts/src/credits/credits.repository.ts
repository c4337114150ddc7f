import { Injectable } from '@nestjs/common';
import { rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';

export interface CreditEntry {
  readonly id: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly who: string;
  readonly why: string;
  readonly key: string;
  readonly at: Date;
}

const COLUMNS =
  'id, user_id as "userId", amount_cents as "amountCents", granted_by as who, reason as why, idempotency_key as key, created_at as at';
const LAST = 20;

/** Append-only: the database refuses updates and deletes. */
@Injectable()
export class CreditsRepository {
  /** Returns false if an entry with this key exists. */
  async add(tx: EntityManager, { id, userId, amountCents, who, why, key }: Omit<CreditEntry, 'at'>): Promise<boolean> {
    const sql = `insert into credit_entries (id, user_id, amount_cents, granted_by, reason, idempotency_key) values ($1, $2, $3, $4, $5, $6)
      on conflict (idempotency_key) do nothing returning id`;
    return (await rowsOf(tx, sql, [id, userId, amountCents, who, why, key])).length > 0;
  }

  async byKey(tx: EntityManager, key: string): Promise<CreditEntry | undefined> {
    return (
      await rowsOf<CreditEntry>(tx, `select ${COLUMNS} from credit_entries where idempotency_key = $1`, [key])
    )[0];
  }

  async balance(tx: EntityManager, userId: string): Promise<number> {
    const [row] = await rowsOf<{ sum: number }>(
      tx,
      'select coalesce(sum(amount_cents), 0)::float as sum from credit_entries where user_id = $1',
      [userId],
    );
    return row!.sum;
  }

  /** Newest first. */
  last(tx: EntityManager, userId: string): Promise<CreditEntry[]> {
    return rowsOf(
      tx,
      `select ${COLUMNS} from credit_entries where user_id = $1 order by created_at desc, id limit ${LAST}`,
      [userId],
    );
  }
}
