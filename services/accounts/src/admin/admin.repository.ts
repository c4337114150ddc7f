import { Injectable } from '@nestjs/common';
import { rowsOf } from '@zo/db';
import {
  askParked,
  type Backlog,
  listBacklog,
  listParked,
  type ParkedEvent,
  type ParkedFilter,
  type Query,
} from '@zo/events';
import type { EntityManager } from 'typeorm';

const queryOf =
  (tx: EntityManager): Query =>
  (sql, values) =>
    tx.query(sql, values);

/** Queries on the event log, and the record of administrators' actions. */
@Injectable()
export class AdminRepository {
  backlog(tx: EntityManager, toBrokers: boolean): Promise<Backlog[]> {
    return listBacklog(queryOf(tx), toBrokers);
  }

  /** When the oldest event of each group was parked. */
  oldestParked(tx: EntityManager): Promise<{ topic: string; group: string; oldest: Date }[]> {
    return rowsOf(
      tx,
      'select topic, group_name as "group", min(at) as oldest from events.parked where not behind group by topic, group_name',
    );
  }

  parked(tx: EntityManager, filter: ParkedFilter): Promise<ParkedEvent[]> {
    return listParked(queryOf(tx), filter);
  }

  async askParked(tx: EntityManager, wanted: 'retry' | 'drop', filter: ParkedFilter): Promise<void> {
    await askParked(queryOf(tx), wanted, filter);
  }

  async record(
    tx: EntityManager,
    { who, why, action, subject }: { who: string; why: string; action: string; subject: object },
  ): Promise<void> {
    const sql = 'insert into admin_actions (id, who, why, action, subject) values ($1, $2, $3, $4, $5)';
    await rowsOf(tx, sql, [crypto.randomUUID(), who, why, action, JSON.stringify(subject)]);
  }
}
