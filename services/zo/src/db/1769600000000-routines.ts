import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Routines, and where their files are. The files are the truth. */
export class Routines1769600000000 implements MigrationInterface {
  readonly name = 'Routines1769600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table routines (
      user_id uuid not null, id text not null, address text not null, description text not null,
      inputs jsonb not null, problem text, created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(), primary key (user_id, id), unique (user_id, address))`);
    for (const sql of tenantPolicies('routines')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table routines');
  }
}
