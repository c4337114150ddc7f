import { Injectable } from '@nestjs/common';
import { rowsOf } from '@zo/db';
import {
  requestParked,
  type Backlog,
  listBacklog,
  listParked,
  type ParkedEvent,
  type ParkedFilter,
  type Query,
} from '@zo/events';
import type { EntityManager } from 'typeorm';
import { AdminAction } from './admin-action.entity.js';

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

  /** When the oldest event of each group was parked. A table of the event log, which has no entities. */
  oldestParked(tx: EntityManager): Promise<{ topic: string; group: string; oldest: Date }[]> {
    return rowsOf(
      tx,
      'select topic, group_name as "group", min(at) as oldest from events.parked where not behind group by topic, ' +
        'group_name',
    );
  }

  parked(tx: EntityManager, filter: ParkedFilter): Promise<ParkedEvent[]> {
    return listParked(queryOf(tx), filter);
  }

  async requestParked(tx: EntityManager, wanted: 'retry' | 'drop', filter: ParkedFilter): Promise<void> {
    await requestParked(queryOf(tx), wanted, filter);
  }

  async record(tx: EntityManager, action: Omit<AdminAction, 'id' | 'createdAt'>): Promise<void> {
    await tx.insert(AdminAction, { id: crypto.randomUUID(), ...action });
  }
}
