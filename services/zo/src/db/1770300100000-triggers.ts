import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules that files start, what started each run, and how far the history of each computer was looked at. */
export class Triggers1770300100000 implements MigrationInterface {
  readonly name = 'Triggers1770300100000';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      'alter table schedules add file_pattern text, add file_since timestamptz',
      'create index schedules_by_file on schedules (user_id) where file_pattern is not null and paused_at is null',
      'alter table occurrences add cause jsonb, add cause_key text',
      'create unique index occurrences_by_cause on occurrences (schedule_id, cause_key) where cause_key is not null',
      'create table file_marks (user_id uuid primary key, seq bigint not null)',
      ...tenantPolicies('file_marks'),
    ];
    for (const sql of statements) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table file_marks');
    await runner.query('alter table occurrences drop cause, drop cause_key');
    await runner.query('alter table schedules drop file_pattern, drop file_since');
  }
}
