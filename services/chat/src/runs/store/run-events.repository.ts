import type { Ctx } from '@zo/auth';
import { repositoryOf, rowsOf } from '@zo/db';
import { type EntityManager, MoreThan } from 'typeorm';
import type { RunEvent, RunStatus } from '../../shapes/parts.js';
import { RunEventRow } from './run-event.entity.js';

export interface EventRow {
  readonly runId: string;
  readonly userId: string;
  readonly seq: number;
  readonly type: string;
  readonly data: unknown;
}

const MAX_EVENTS = 20_000;

export type StoredEvent = RunEvent & { readonly seq: number };

/** Appends events of many runs. Returns the runs whose lease `owner` still holds; only their events were written. */
export async function appendEvents(
  db: Pick<EntityManager, 'query' | 'queryRunner'>,
  owner: string,
  rows: readonly EventRow[],
): Promise<ReadonlySet<string>> {
  const held = await rowsOf<{ append_run_events: string }>(
    db,
    'select append_run_events($1, $2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::jsonb[])',
    [
      owner,
      rows.map((row) => row.runId),
      rows.map((row) => row.userId),
      rows.map((row) => row.seq),
      rows.map((row) => row.type),
      rows.map((row) => JSON.stringify(row.data)),
    ],
  );
  return new Set(held.map((row) => row.append_run_events));
}

/**
 * Events of a run after the sequence number `after`, oldest first. Not mapped to entities, because there may be
 * thousands.
 */
export async function eventsAfter(
  ctx: Ctx,
  runId: string,
  { after = 0, limit = MAX_EVENTS }: { after?: number; limit?: number } = {},
): Promise<StoredEvent[]> {
  const rows = await repositoryOf(ctx, RunEventRow)
    .createQueryBuilder('e')
    .select(['e.seq as seq', 'e.type as type', 'e.data as data'])
    .where({ runId, seq: MoreThan(after) })
    .orderBy('e.seq')
    .limit(limit)
    .getRawMany<{ seq: string; type: string; data: unknown }>();
  return rows.map((row) => ({ seq: Number(row.seq), type: row.type, data: row.data }) as StoredEvent);
}

/** The event with which something was asked. */
export async function approvalEvent(ctx: Ctx, runId: string, approvalId: string): Promise<unknown> {
  const row = await repositoryOf(ctx, RunEventRow)
    .createQueryBuilder('e')
    .where({ runId, type: 'tool.approval' })
    .andWhere(`e.data ->> 'approval_id' = :approvalId`, { approvalId })
    .getOne();
  return row?.data;
}

/**
 * Returns the state of a run and its events after `after` in one round trip; undefined if it belongs to another user.
 */
export async function followRun(
  db: Pick<EntityManager, 'query' | 'queryRunner'>,
  userId: string,
  { runId, after }: { runId: string; after: number },
): Promise<{ status: RunStatus; events: StoredEvent[] } | undefined> {
  const rows = await rowsOf<{ status: RunStatus; seq: string | null; type: string; data: unknown }>(
    db,
    'select * from follow_run($1, $2, $3, $4)',
    [userId, runId, after, MAX_EVENTS],
  );
  const first = rows[0];
  if (!first) return undefined;
  const events = rows
    .filter((row) => row.seq !== null)
    .map((row) => ({ seq: Number(row.seq), type: row.type, data: row.data }) as StoredEvent);
  return { status: first.status, events };
}
