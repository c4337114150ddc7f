import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The chats in which routines ran. */
export class RoutineRuns1769800200000 implements MigrationInterface {
  readonly name = 'RoutineRuns1769800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table routine_runs (
      conversation_id uuid primary key references conversations (id) on delete cascade,
      user_id uuid not null, routine_id text not null, created_at timestamptz not null default now())`);
    await runner.query('create index routine_runs_by_routine on routine_runs (user_id, routine_id, created_at desc)');
    for (const sql of tenantPolicies('routine_runs')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table routine_runs');
  }
}
