import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { atCommit, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { query } from '../../db/sql.js';
import type { ToolScope } from '../../tools/tool-registry.js';
import type { ModelSettings } from '../../models/models.dto.js';
import type { Part, Receipt, RunStatus } from '../../shapes/parts.js';
import { workerId } from './worker-id.js';

export interface Run {
  readonly id: string;
  readonly userId: string;
  /** What started the run; unique together with `originId` for a user. */
  readonly origin: string;
  readonly originId: string;
  /** Runs of one thread follow one another and share the files they have read. Null if the run has no thread. */
  readonly threadId: string | null;
  /** The message that the answer's deltas belong to. */
  readonly messageId: string;
  readonly status: RunStatus;
  readonly model: string;
  readonly settings: ModelSettings;
  readonly tools: ToolScope;
  /** Maximum number of steps and calls. */
  readonly budget: { readonly steps: number; readonly calls: number };
  /** Whether the user is the owner of the installation; allows private addresses. */
  readonly owner: boolean;
  readonly attempts: number;
  readonly stopRequested: boolean;
  readonly undo: Receipt['undo'];
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly startedAt: Date;
}

// Runs started by the previous release have no `origin_id`.
const COLUMNS = `id, user_id as "userId", origin, coalesce(origin_id, message_id::text) as "originId",
  conversation_id as "threadId", message_id as "messageId", status, model, settings, tools, budget, owner, attempts,
  stop_requested as "stopRequested", undo, input_tokens::float8 as "inputTokens", output_tokens::float8 as "outputTokens", started_at as "startedAt"`;

export interface RunEnd {
  readonly status: RunStatus;
  readonly error?: string;
  readonly parts: readonly Part[];
  readonly text: string;
  readonly receipt: Receipt;
  readonly seq: number;
}

@Injectable()
export class RunsRepository {
  async byId(ctx: Ctx, id: string): Promise<Run | undefined> {
    return (await query<Run>(ctx, `select ${COLUMNS} from runs where id = $1`, [id]))[0];
  }

  async byOrigin(ctx: Ctx, { origin, originId }: Pick<Run, 'origin' | 'originId'>): Promise<Run | undefined> {
    const sql = `select ${COLUMNS} from runs where user_id = $1 and origin = $2 and origin_id = $3`;
    return (await query<Run>(ctx, sql, [ctx.userId, origin, originId]))[0];
  }

  async activeIn(ctx: Ctx, threadId: string): Promise<Run | undefined> {
    const sql = `select ${COLUMNS} from runs where conversation_id = $1 and status in ('running', 'waiting')`;
    return (await query<Run>(ctx, sql, [threadId]))[0];
  }

  /** Inserts the run, leased to this worker, and its first event together with the commit. */
  insert(ctx: Ctx, run: Run, leaseMs: number): void {
    atCommit(
      ctx,
      `with given as (select * from jsonb_to_record($1) as r (id uuid, "userId" uuid, origin text, "originId" text,
           "threadId" uuid, "messageId" uuid, status text, model text, settings jsonb, tools jsonb, budget jsonb, owner boolean)),
         inserted as (insert into runs (id, user_id, origin, origin_id, conversation_id, message_id, status, model, settings, tools, budget, owner, lease_owner, lease_until)
           select id, "userId", origin, "originId", "threadId", "messageId", status, model, settings, tools, budget, owner, $2,
             now() + make_interval(secs => $3::float8 / 1000) from given)
       insert into run_events (run_id, seq, user_id, type, data)
       select id, 1, "userId", 'run.started', jsonb_build_object('message_id', "messageId", 'model', model) from given`,
      [JSON.stringify(run), workerId, leaseMs],
    );
  }

  /** Returns the run if this worker holds its lease, and locks it against takeover until the transaction ends. */
  async held(ctx: Ctx, id: string): Promise<Run | undefined> {
    return (
      await query<Run>(ctx, `select ${COLUMNS} from runs where id = $1 and lease_owner = $2 for update`, [id, workerId])
    )[0];
  }

  async requestStop(ctx: Ctx, id: string): Promise<Run | undefined> {
    return (await query<Run>(ctx, `update runs set stop_requested = true where id = $1 returning ${COLUMNS}`, [id]))[0];
  }

  async setStatus(ctx: Ctx, id: string, status: RunStatus): Promise<void> {
    await query(ctx, 'update runs set status = $2 where id = $1 and lease_owner = $3', [id, status, workerId]);
  }

  /**
   * Returns false, with nothing changed, if this worker no longer holds the run. Otherwise locks the run against
   * takeover until the transaction ends.
   */
  async addTokens(ctx: Ctx, id: string, tokens: { input: number; output: number }): Promise<boolean> {
    const rows = await query(
      ctx,
      'update runs set input_tokens = input_tokens + $2, output_tokens = output_tokens + $3 where id = $1 and lease_owner = $4 returning 1',
      [id, tokens.input, tokens.output, workerId],
    );
    return rows.length > 0;
  }

  async setUndo(ctx: Ctx, run: Run, undo: Receipt['undo']): Promise<boolean> {
    const rows = await query(ctx, `update runs set undo = $2 where id = $1 and undo <> $2 returning 1`, [run.id, undo]);
    return rows.length > 0;
  }

  /** Ends a run this worker holds: writes its state and its last event. False if the lease was lost. */
  async finish(ctx: Ctx, run: Run, end: RunEnd): Promise<boolean> {
    const ended = await query(
      ctx,
      `update runs set status = $2, error = $3, undo = $4, ended_at = now(), lease_owner = null, lease_until = null
       where id = $1 and lease_owner = $5 returning 1`,
      [run.id, end.status, end.error ?? null, end.receipt.undo, workerId],
    );
    if (ended.length === 0) return false;
    const data = JSON.stringify({ status: end.status, error: end.error, receipt: end.receipt });
    await query(ctx, `insert into run_events (run_id, seq, user_id, type, data) values ($1, $2, $3, 'run.end', $4)`, [
      run.id,
      end.seq,
      run.userId,
      data,
    ]);
    return true;
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
   * `except` lists the runs of this process, whose renewal may be late.
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
       where id in (select id from runs where status in ('running', 'waiting') and (lease_until is null or lease_until < now() or ($4::boolean and lease_owner <> $1))
           and id <> all($5) and origin = any($6)
         order by lease_until nulls first limit $3 for update skip locked)
       returning ${COLUMNS}`,
      [workerId, leaseMs, most, evenHeld, except, origins],
    );
  }

  /** Releases all leases on shutdown, so that the next process need not wait for them to expire. */
  async release(tx: EntityManager): Promise<void> {
    await rowsOf(tx, 'update runs set lease_until = null where lease_owner = $1', [workerId]);
  }

  /** Deletes the deltas of runs that ended over a day ago; their messages hold the answers. */
  async deleteOldEvents(tx: EntityManager): Promise<void> {
    await rowsOf(
      tx,
      `delete from run_events e using runs r where r.id = e.run_id and r.ended_at < now() - interval '1 day' and e.type <> 'run.end'`,
    );
  }
}
