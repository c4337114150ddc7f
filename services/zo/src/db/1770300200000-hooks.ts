import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules that calls of other programs start, and what these calls brought. */
export class Hooks1770300200000 implements MigrationInterface {
  readonly name = 'Hooks1770300200000';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      'alter table schedules add hook_id text unique, add hook_generation int not null default 0',
      `create table hook_bodies (
         schedule_id uuid not null, due_at timestamptz not null, user_id uuid not null, body bytea not null,
         primary key (schedule_id, due_at),
         foreign key (schedule_id, due_at) references occurrences (schedule_id, due_at) on delete cascade)`,
      ...tenantPolicies('hook_bodies'),
    ];
    for (const sql of statements) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table hook_bodies');
    await runner.query('alter table schedules drop hook_id, drop hook_generation');
  }
}
