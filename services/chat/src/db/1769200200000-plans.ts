import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The plans of people for whom the owner has chosen one. */
export class Plans1769200200000 implements MigrationInterface {
  readonly name = 'Plans1769200200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table plans (
      user_id uuid primary key, plan text not null, updated_at timestamptz not null default now())`);
    for (const sql of tenantPolicies('plans')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table plans');
  }
}
