import { tenantPolicies } from '@zo/db';
import { inboxIndex, inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table schedules (
     id uuid primary key, user_id uuid not null, title text not null, instruction text not null,
     rrule text not null, zone text not null, starts_at text not null,
     misfire text not null check (misfire in ('once', 'skip', 'all')), grace_s int not null,
     overlap text not null check (overlap in ('skip', 'queue', 'allow')), budget_nano bigint,
     owner boolean not null, tainted boolean not null, paused_at timestamptz, paused_why text,
     next_at timestamptz, upcoming jsonb not null default '[]', failures int not null default 0,
     version int not null default 1, created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(), unique (user_id, id))`,
  'create index schedules_by_user on schedules (user_id, created_at, id)',
  'create index schedules_by_next on schedules (next_at) where paused_at is null and next_at is not null',
  `create table occurrences (
     schedule_id uuid not null, due_at timestamptz not null, user_id uuid not null,
     state text not null check (state in ('queued', 'due', 'started', 'parked', 'done', 'failed', 'missed', 'skipped')),
     manual boolean not null default false, why text, run_id uuid, conversation_id uuid, cost_nano bigint,
     started_at timestamptz, ended_at timestamptz, created_at timestamptz not null default now(),
     primary key (schedule_id, due_at),
     foreign key (user_id, schedule_id) references schedules (user_id, id) on delete cascade)`,
  'create index occurrences_by_user on occurrences (user_id, due_at desc, schedule_id)',
  `create index occurrences_open on occurrences (schedule_id, due_at) where state in ('queued', 'due', 'started', 'parked')`,
  'create table time_zones (user_id uuid primary key, zone text not null)',
  `create index occurrences_due on occurrences (created_at) where state = 'due'`,
];

export class Schedules1769300000000 implements MigrationInterface {
  readonly name = 'Schedules1769300000000';

  async up(runner: QueryRunner): Promise<void> {
    const policies = ['schedules', 'occurrences', 'time_zones'].flatMap((table) => tenantPolicies(table));
    for (const sql of [...TABLES, ...policies, inboxTable, inboxIndex]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, occurrences, schedules, time_zones');
  }
}
