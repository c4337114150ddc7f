import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table allowances (
     user_id uuid not null, person_id uuid not null, zofile_id uuid not null,
     day_cents int, month_cents int, day_tokens bigint, month_tokens bigint,
     updated_at timestamptz not null default now(), primary key (user_id, person_id, zofile_id))`,
  `create table spendings (
     id uuid primary key, user_id uuid not null, payer_id uuid not null, run_id uuid, zofile_id uuid,
     task text not null, model text not null, is_priced boolean not null,
     nano bigint not null, tokens bigint not null, floor_nano bigint not null, floor_tokens bigint not null,
     reserved_until timestamptz, created_at timestamptz not null default now())`,
  'create index spendings_by_user on spendings (user_id, created_at)',
  'create index spendings_by_payer on spendings (payer_id, created_at)',
  'create index spendings_reserved on spendings (run_id) where reserved_until is not null',
];

/** What people and personas may spend on models, and what they have spent, in billionths of a dollar. */
export class Allowances1769200100000 implements MigrationInterface {
  readonly name = 'Allowances1769200100000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of TABLES) await runner.query(sql);
    for (const table of ['allowances', 'spendings']) for (const sql of tenantPolicies(table)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table spendings');
    await runner.query('drop table allowances');
  }
}
