/** Runs without a worker, which wait for an answer of their user. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import type { EntityManager } from 'typeorm';
import { query } from '../../db/sql.js';
import { RunRow } from './run.entity.js';
import type { Run } from './runs.repository.js';
import { workerId } from './worker-id.js';

const MAX_EXPIRED = 100;
const MAX_PARTS = 100;

@Injectable()
export class ParkingRepository {
  isParked(ctx: Ctx, id: string): Promise<boolean> {
    return repositoryOf(ctx, RunRow).existsBy({ id, parked: true });
  }

  /**
   * Gives the lease of a run back, which then waits for the answer to its question, or for a part of it that waits. If
   * the answer or a request to stop has come already, the next worker takes it. @returns whether it is parked
   */
  async park(ctx: Ctx, id: string): Promise<boolean> {
    await this.lock(ctx, id);
    const rows = await query<{ parked: boolean }>(
      ctx,
      `update runs r set status = 'waiting', lease_owner = null, lease_until = null, parked = found.waits,
         attempts = attempts - case when found.waits then 0 else 1 end
       from (select exists (select 1 from tool_calls where run_id = $1 and state = 'approval'
           and approval_decision is null)
         and not exists (select 1 from tool_calls where run_id = $1 and state = 'approval'
           and approval_decision is not null)
         or exists (select 1 from runs where parent_run_id = $1 and parked) as asks) asked,
         lateral (select asks and not exists (select 1 from runs where id = $1 and stop_requested) as waits) found
       where r.id = $1 and r.lease_owner = $2 returning r.parked`,
      [id, workerId],
    );
    return rows[0]?.parked ?? true;
  }

  /**
   * Lets the next worker take a parked run, and the one that it is a part of. `before` runs first, while both are
   * locked. No worker was lost, so that no attempt counts.
   */
  async unpark<T>(ctx: Ctx, id: string, before: () => Promise<T>): Promise<T> {
    await this.lock(ctx, id);
    const result = await before();
    await query(
      ctx,
      `update runs set parked = false, attempts = attempts - 1
       where parked and (id = $1 or id = (select parent_run_id from runs where id = $1))`,
      [id],
    );
    return result;
  }

  /** Parked runs whose question nobody has answered in time. */
  expired(tx: EntityManager): Promise<Pick<Run, 'id' | 'userId' | 'owner'>[]> {
    return rowsOf(
      tx,
      `select id, user_id as "userId", owner from runs r where parked and exists (select 1 from tool_calls c
         where c.run_id = r.id and c.state = 'approval' and c.approval_until < now()) limit $1`,
      [MAX_EXPIRED],
    );
  }

  /** Parts that go on although the run that they are a part of has ended, and that nobody has told to stop. */
  partsOfEnded(tx: EntityManager): Promise<Pick<Run, 'id' | 'userId' | 'owner'>[]> {
    return rowsOf(
      tx,
      `select part.id, part.user_id as "userId", part.owner from runs part join runs r on r.id = part.parent_run_id
       where part.status in ('running', 'waiting') and not part.stop_requested
         and r.status not in ('running', 'waiting')
       limit $1`,
      [MAX_PARTS],
    );
  }

  /** Whether the run that it is a part of has ended. */
  async isPartOfEnded(ctx: Ctx, id: string): Promise<boolean> {
    const found = await query(
      ctx,
      `select 1 from runs part join runs r on r.id = part.parent_run_id
       where part.id = $1 and r.status not in ('running', 'waiting')`,
      [id],
    );
    return found.length > 0;
  }

  /** A run is either parked or answered first; so is the one that it is a part of. */
  private async lock(ctx: Ctx, id: string): Promise<void> {
    await query(
      ctx,
      `select id from runs where id = $1 or id = (select parent_run_id from runs where id = $1) order by id for update`,
      [id],
    );
  }
}
