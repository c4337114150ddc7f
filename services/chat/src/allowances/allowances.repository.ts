/** Reads across users: an allowance belongs to who pays, and binds another. Every statement names whom it is about. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { AllowanceRow, EVERY, SpendingRow } from './allowance.entity.js';

export type NewSpending = Omit<SpendingRow, 'createdAt'>;

export type Limits = Pick<AllowanceRow, 'dayCents' | 'monthCents' | 'dayTokens' | 'monthTokens'>;

export interface Used {
  readonly dayNano: number;
  readonly monthNano: number;
  readonly dayTokens: number;
  readonly monthTokens: number;
}

/** An allowance, and what is used of it. */
export interface UsedAllowance extends Limits {
  readonly userId: string;
  readonly personId: string;
  readonly zofileId: string;
  readonly used: Used;
}

/** Who spends, at whose cost, with which persona. */
export interface Spender {
  readonly userId: string;
  readonly payerId: string;
  readonly zofileId: string | null;
}

const START = (unit: 'day' | 'month') => `date_trunc('${unit}', now() at time zone 'utc') at time zone 'utc'`;
const FIELDS = `a.user_id as "userId", a.person_id as "personId", a.zofile_id as "zofileId",
  a.day_cents as "dayCents", a.month_cents as "monthCents", a.day_tokens::float8 as "dayTokens",
  a.month_tokens::float8 as "monthTokens"`;
const SUMS = `jsonb_build_object(
  'dayNano', coalesce(sum(n) filter (where today and is_priced), 0),
  'monthNano', coalesce(sum(n) filter (where is_priced), 0),
  'dayTokens', coalesce(sum(t) filter (where today and not is_priced), 0),
  'monthTokens', coalesce(sum(t) filter (where not is_priced), 0))`;
/** Of a reservation that has expired only what was sent counts. */
const COUNTED = `s.is_priced, s.created_at >= ${START('day')} as today,
  case when s.reserved_until < now() then s.floor_nano else s.nano end as n,
  case when s.reserved_until < now() then s.floor_tokens else s.tokens end as t`;

/** What `$1` has used of each allowance `a`. */
const USED = `lateral (select ${SUMS} as used from (select ${COUNTED} from spendings s
    where s.user_id = $1 and s.created_at >= ${START('month')}
      and case when a.zofile_id = '${EVERY}' then s.payer_id = a.user_id else s.zofile_id = a.zofile_id end) x) u`;
/** Allowances that bind `$1`: those of who pays, an own one before that for everyone, and those of their personas. */
const BINDS = `(a.person_id = $1 or (a.person_id = '${EVERY}' and a.user_id <> $1 and not exists (
    select 1 from allowances own where own.user_id = a.user_id and own.person_id = $1
      and own.zofile_id = '${EVERY}')))`;
const SPENDS = `${BINDS} and case when a.zofile_id = '${EVERY}' then a.user_id = $2 else a.user_id = $1 and a.zofile_id = $3 end`;

const INSERT = `insert into spendings (id, user_id, payer_id, run_id, zofile_id, task, model, is_priced, nano, tokens,
    floor_nano, floor_tokens, reserved_until)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

function valuesOf({ id, userId, payerId, runId, zofileId, task, model, isPriced, ...amounts }: NewSpending): unknown[] {
  const { nano, tokens, floorNano, floorTokens, reservedUntil } = amounts;
  const spent = [nano, tokens, floorNano, floorTokens, reservedUntil];
  return [id, userId, payerId, runId, zofileId, task, model, isPriced, ...spent];
}

@Injectable()
export class AllowancesRepository {
  /** Whether any allowance binds this spender. */
  async isLimited(tx: EntityManager, { userId, payerId, zofileId }: Spender): Promise<boolean> {
    const sql = `select 1 from allowances a where ${SPENDS} limit 1`;
    return (await rowsOf(tx, sql, [userId, payerId, zofileId])).length > 0;
  }

  /** The allowances that bind this spender; spending waits for its lock, so that two at once see one another. */
  async lockedFor(tx: EntityManager, { userId, payerId, zofileId }: Spender): Promise<UsedAllowance[]> {
    await rowsOf(tx, `select pg_advisory_xact_lock(hashtextextended('spending:' || $1, 0))`, [userId]);
    const sql = `select ${FIELDS}, u.used from allowances a cross join ${USED} where ${SPENDS}`;
    return rowsOf(tx, sql, [userId, payerId, zofileId]);
  }

  /** All allowances that bind a user. */
  binding(tx: EntityManager, userId: string): Promise<UsedAllowance[]> {
    const sql = `select ${FIELDS}, u.used from allowances a cross join ${USED} where ${BINDS}
      order by a.zofile_id, a.user_id`;
    return rowsOf(tx, sql, [userId]);
  }

  /** Everybody who has an allowance from `payerId`, or has spent at their cost this month. */
  async ofPayer(tx: EntityManager, payerId: string): Promise<UsedAllowance[]> {
    const sql = `with spent as (select x.user_id, ${SUMS} as used from (select s.user_id, ${COUNTED} from spendings s
          where s.payer_id = $1 and s.created_at >= ${START('month')}) x group by x.user_id),
        given as (select * from allowances where user_id = $1 and zofile_id = '${EVERY}')
      select $1::uuid as "userId", coalesce(a.person_id, spent.user_id) as "personId", '${EVERY}'::uuid as "zofileId",
        a.day_cents as "dayCents", a.month_cents as "monthCents", a.day_tokens::float8 as "dayTokens",
        a.month_tokens::float8 as "monthTokens", coalesce(spent.used,
          '{"dayNano": 0, "monthNano": 0, "dayTokens": 0, "monthTokens": 0}') as used
      from given a full join spent on spent.user_id = a.person_id order by 2`;
    return rowsOf(tx, sql, [payerId]);
  }

  async save(tx: EntityManager, row: Omit<AllowanceRow, 'updatedAt'>): Promise<void> {
    const values = { ...row, updatedAt: () => 'now()' };
    await tx.getRepository(AllowanceRow).upsert(values, ['userId', 'personId', 'zofileId']);
  }

  async remove(tx: EntityManager, key: Pick<AllowanceRow, 'userId' | 'personId' | 'zofileId'>): Promise<void> {
    await tx.getRepository(AllowanceRow).delete(key);
  }

  count(tx: EntityManager, userId: string): Promise<number> {
    return tx.getRepository(AllowanceRow).countBy({ userId });
  }

  async insert(tx: EntityManager, row: NewSpending): Promise<void> {
    await rowsOf(tx, INSERT, valuesOf(row));
  }

  insertAtCommit(ctx: Ctx, row: NewSpending): void {
    atCommit(ctx, INSERT, valuesOf(row));
  }

  async settle(tx: EntityManager, id: string, used: Pick<SpendingRow, 'nano' | 'tokens'>): Promise<void> {
    const sql = 'update spendings set nano = $2, tokens = $3, reserved_until = null where id = $1';
    await rowsOf(tx, sql, [id, used.nano, used.tokens]);
  }

  async release(tx: EntityManager, id: string): Promise<void> {
    await tx.getRepository(SpendingRow).delete({ id });
  }

  /** Sums what no allowance counts any more by months, in one statement. */
  async sumOld(tx: EntityManager): Promise<void> {
    const sql = `with old as (delete from spendings
        where created_at < ${START('month')} and (reserved_until is null or reserved_until < now())
        returning *, case when reserved_until is null then nano else floor_nano end as n,
          case when reserved_until is null then tokens else floor_tokens end as t)
      insert into spent_months (month, user_id, payer_id, task, model, is_priced, requests, nano, tokens)
      select date_trunc('month', created_at at time zone 'utc')::date, user_id, payer_id, task, model, is_priced,
        count(*), sum(n), sum(t) from old group by 1, 2, 3, 4, 5, 6
      on conflict (month, user_id, payer_id, task, model, is_priced) do update set
        requests = spent_months.requests + excluded.requests, nano = spent_months.nano + excluded.nano,
        tokens = spent_months.tokens + excluded.tokens`;
    await rowsOf(tx, sql);
  }

  /** What a run and its parts have cost, in billionths of a dollar; null if a price is not known. */
  async costOf(tx: EntityManager, runId: string): Promise<number | null> {
    const sql = `select coalesce(sum(s.nano), 0)::float8 as nano, coalesce(bool_and(s.is_priced), true) as "isPriced"
      from runs r join spendings s on s.run_id = r.id and s.user_id = r.user_id and s.created_at >= r.started_at
      where r.id = $1 or r.parent_run_id = $1`;
    const [row] = await rowsOf<{ nano: number; isPriced: boolean }>(tx, sql, [runId]);
    return row!.isPriced ? row!.nano : null;
  }

  /** Closes what a worker that died has reserved for a run. */
  async closeOf(tx: EntityManager, runId: string): Promise<void> {
    const sql = `update spendings set nano = floor_nano, tokens = floor_tokens, reserved_until = null
      where run_id = $1 and reserved_until is not null`;
    await rowsOf(tx, sql, [runId]);
  }
}
