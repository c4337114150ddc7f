import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, findRow, repositoryOf, rowsOf } from '@zo/db';
import { type EntityManager, type FindOneOptions, In } from 'typeorm';
import type { Tokens } from '../../allowances/price.js';
import { query } from '../../db/sql.js';
import type { Part, RunStatus } from '../../shapes/parts.js';
import type { Receipt } from '../../shapes/receipt.js';
import { RunRow } from './run.entity.js';
import type { StoredEvent } from './run-events.repository.js';
import { workerId } from './worker-id.js';

type StoredRun = Omit<RunRow, 'originId' | 'error' | 'parked' | 'leaseOwner' | 'leaseUntil' | 'endedAt'>;
export interface Run extends StoredRun {
  readonly originId: string;
}

// Runs started by the previous release have no `origin_id`.
const fromRow = (row: RunRow | null): Run | undefined =>
  row ? { ...row, originId: row.originId ?? row.messageId } : undefined;
const COLUMNS = `id, user_id as "userId", origin, coalesce(origin_id, message_id::text) as "originId",
  conversation_id as "threadId", parent_run_id as "parentRunId", parent_thread_id as "parentThreadId",
  message_id as "messageId", status, model, settings, zofile, tools, budget, script, rehearses, owner, attempts,
  stop_requested as "stopRequested", undo, undo_run_id as "undoRunId", input_tokens::float8 as "inputTokens",
  output_tokens::float8 as "outputTokens", cache_read_tokens::float8 as "cacheReadTokens",
  cache_write_tokens::float8 as "cacheWriteTokens", started_at as "startedAt"`;

export interface RunEnd {
  readonly status: RunStatus;
  readonly error?: string;
  readonly parts: readonly Part[];
  readonly text: string;
  readonly receipt: Receipt;
  readonly seq: number;
}

export function firstEventOf({ messageId, model, zofile }: Run): StoredEvent {
  const persona = zofile && { id: zofile.id, name: zofile.name };
  return { seq: 1, type: 'run.started', data: { message_id: messageId, model, ...(persona && { zofile: persona }) } };
}

@Injectable()
export class RunsRepository {
  async byId(ctx: Ctx, id: string): Promise<Run | undefined> {
    return fromRow(await findRow(ctx, RunRow, { where: { id } }));
  }

  async byOrigin(ctx: Ctx, { origin, originId }: Pick<Run, 'origin' | 'originId'>): Promise<Run | undefined> {
    return fromRow(await findRow(ctx, RunRow, { where: { userId: ctx.userId, origin, originId } }));
  }

  activeIn(ctx: Ctx, threadId: string): Promise<Run | undefined> {
    return this.one(ctx, { where: { threadId, status: In(['running', 'waiting']) } });
  }

  /** Locks it until the transaction ends, as its end does. */
  lockActiveIn(ctx: Ctx, threadId: string): Promise<Run | undefined> {
    const where = { threadId, status: In(['running', 'waiting']) };
    return this.one(ctx, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Counts the user's unfinished runs that started before this one, in all processes, by a comparison of rows. */
  async countAhead(ctx: Ctx, { id, userId }: Pick<Run, 'id' | 'userId'>): Promise<number> {
    const sql = `select count(*)::int as count from runs r join runs own on own.id = $1
      where r.user_id = $2 and r.status in ('running', 'waiting') and r.parent_run_id is null and not r.parked
        and (r.started_at, r.id) < (own.started_at, own.id)`;
    return (await query<{ count: number }>(ctx, sql, [id, userId]))[0]!.count;
  }

  /** How many runs do parts of this one. */
  countParts(ctx: Ctx, parentRunId: string): Promise<number> {
    return repositoryOf(ctx, RunRow).countBy({ parentRunId });
  }

  /** What the parts of a run have used. */
  async tokensOfParts(ctx: Ctx, id: string): Promise<{ input: number; output: number }> {
    const sql = `select coalesce(sum(input_tokens), 0)::float8 as input, coalesce(sum(output_tokens), 0)::float8 as output
      from runs where parent_run_id = $1`;
    return (await query<{ input: number; output: number }>(ctx, sql, [id]))[0]!;
  }

  /** Inserts the run, leased to this worker, and its first event with one statement, together with the commit. */
  insert(ctx: Ctx, run: Run, leaseMs: number): void {
    const { seq, type, data } = firstEventOf(run);
    atCommit(
      ctx,
      `with given as (select * from jsonb_to_record($1) as r (id uuid, "userId" uuid, origin text, "originId" text,
           "threadId" uuid, "parentRunId" uuid, "parentThreadId" uuid,
           "messageId" uuid, status text, model text, settings jsonb, zofile jsonb, tools jsonb,
           budget jsonb, script jsonb, rehearses text, owner boolean)),
         inserted as (insert into runs (id, user_id, origin, origin_id, conversation_id,
           parent_run_id, parent_thread_id, message_id, status,
           model, settings, zofile, tools, budget, script, rehearses, owner, lease_owner, lease_until)
           select id, "userId", origin, "originId", "threadId", "parentRunId", "parentThreadId",
             "messageId", status, model, settings, zofile, tools, budget, nullif(script, 'null'), rehearses, owner, $2,
             now() + make_interval(secs => $3::float8 / 1000) from given)
       insert into run_events (run_id, seq, user_id, type, data) select id, $4, "userId", $5, $6 from given`,
      [JSON.stringify(run), workerId, leaseMs, seq, type, JSON.stringify(data)],
    );
  }

  /** Returns the run if this worker holds its lease, and locks it against takeover until the transaction ends. */
  async held(ctx: Ctx, id: string): Promise<Run | undefined> {
    return fromRow(await findRow(ctx, RunRow, { where: { id, leaseOwner: workerId }, isLocked: true }));
  }

  /** Returns the status of the run; undefined if there is no such run. */
  async requestStop(ctx: Ctx, id: string): Promise<RunStatus | undefined> {
    const { raw } = await repositoryOf(ctx, RunRow)
      .createQueryBuilder()
      .update()
      .set({ stopRequested: true })
      .where({ id })
      .returning('status')
      .execute();
    return (raw as Pick<Run, 'status'>[])[0]?.status;
  }

  async setStatus(ctx: Ctx, id: string, status: RunStatus): Promise<void> {
    await repositoryOf(ctx, RunRow).update({ id, leaseOwner: workerId }, { status });
  }

  /**
   * Returns false, with nothing changed, if this worker no longer holds the run. Otherwise locks the run against
   * takeover until the transaction ends.
   */
  async addTokens(ctx: Ctx, id: string, { input, output, cached }: Tokens): Promise<boolean> {
    const { read, written } = cached ?? { read: 0, written: 0 };
    const sql = `update runs set input_tokens = input_tokens + $3, output_tokens = output_tokens + $4,
      cache_read_tokens = cache_read_tokens + $5, cache_write_tokens = cache_write_tokens + $6
      where id = $1 and lease_owner = $2 returning id`;
    return (await query(ctx, sql, [id, workerId, input, output, read, written])).length === 1;
  }

  async setUndo(ctx: Ctx, id: string, state: Pick<Run, 'undo' | 'undoRunId' | 'placed'>): Promise<void> {
    await repositoryOf(ctx, RunRow).update({ id }, { ...state, placed: [...state.placed] });
  }

  /**
   * Adds by what the computer takes back files that a run was let to leave. Those of a part count as those of its run.
   */
  async addPlaced(ctx: Ctx, { id, parentRunId }: Pick<Run, 'id' | 'parentRunId'>, undoIds: readonly string[]) {
    await query(ctx, 'update runs set placed = placed || $2::text[] where id = $1', [parentRunId ?? id, undoIds]);
  }

  /** Ends a run that `held` has locked, together with the commit: writes its state and its last event. */
  finishAtCommit(ctx: Ctx, { id, userId }: Run, { status, error, receipt, seq }: RunEnd): void {
    atCommit(
      ctx,
      `with ended as (update runs set status = $2, error = $3, undo = $4, ended_at = now(), lease_owner = null,
           lease_until = null where id = $1)
       insert into run_events (run_id, seq, user_id, type, data) values ($1, $5, $6, 'run.end', $7)`,
      [id, status, error ?? null, receipt.undo, seq, userId, JSON.stringify({ status, error, receipt })],
    );
  }

  private async one(ctx: Ctx, options: FindOneOptions<RunRow>): Promise<Run | undefined> {
    return fromRow(await repositoryOf(ctx, RunRow).findOne(options));
  }

  /** Renews leases of this worker; a run missing from the result is held by another worker or deleted. */
  renew(tx: EntityManager, ids: readonly string[], leaseMs: number): Promise<{ id: string; stopRequested: boolean }[]> {
    return rowsOf(
      tx,
      // Locks runs in the same order as appending events does, which prevents deadlocks.
      `with held as (select id from runs where id = any($1) and lease_owner = $2 order by id for update)
       update runs set lease_until = now() + make_interval(secs => $3::float8 / 1000)
       from held where runs.id = held.id returning runs.id, stop_requested as "stopRequested"`,
      [ids, workerId, leaseMs],
    );
  }

  /**
   * Takes over runs of these origins whose lease has expired; with `evenHeld` also runs that other workers hold.
   * `except` lists the runs of this process, whose renewal may be late. Skips runs that another worker is just taking.
   */
  takeOrphans(
    tx: EntityManager,
    {
      leaseMs,
      most,
      evenHeld,
      except,
      origins,
    }: { leaseMs: number; most: number; evenHeld: boolean; except: readonly string[]; origins: readonly string[] },
  ): Promise<Run[]> {
    return rowsOf<Run>(
      tx,
      `update runs set lease_owner = $1, lease_until = now() + make_interval(secs => $2::float8 / 1000), attempts = attempts + 1
       where id in (select id from runs where status in ('running', 'waiting') and not parked
         and (lease_until is null or lease_until < now() or ($4::boolean and lease_owner <> $1))
           and id <> all($5) and origin = any($6)
         order by lease_until nulls first limit $3 for update skip locked)
       returning ${COLUMNS}`,
      [workerId, leaseMs, most, evenHeld, except, origins],
    );
  }

  /** Releases all leases on shutdown, so that the next process need not wait for them to expire. */
  async release(tx: EntityManager): Promise<void> {
    await tx.update(RunRow, { leaseOwner: workerId }, { leaseUntil: null });
  }

  /** Deletes the deltas of runs that ended over a day ago, in one statement; their messages hold the answers. */
  async deleteOldEvents(tx: EntityManager): Promise<void> {
    await rowsOf(
      tx,
      `delete from run_events e using runs r where r.id = e.run_id and r.ended_at < now() - interval '1 day' and ` +
        `e.type <> 'run.end'`,
    );
  }
}
