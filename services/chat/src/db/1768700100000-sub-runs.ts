import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that do a part of the work of another run. They go with it. */
export class SubRuns1768700100000 implements MigrationInterface {
  readonly name = 'SubRuns1768700100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table runs add column if not exists parent_run_id uuid references runs (id) on delete cascade,
      add column if not exists parent_thread_id uuid`);
    await runner.query('create index runs_by_parent on runs (parent_run_id) where parent_run_id is not null');
    // Its run is inserted by the last statement of the transaction.
    await runner.query(`create table sub_runs (
      run_id uuid primary key references runs (id) on delete cascade deferrable initially deferred,
      user_id uuid not null, request text not null, said jsonb not null, found jsonb not null, labels jsonb not null,
      answer text)`);
    for (const sql of tenantPolicies('sub_runs')) await runner.query(sql);
  }

  /** The columns stay: the previous release ignores them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sub_runs');
    await runner.query('drop index runs_by_parent');
  }
}
