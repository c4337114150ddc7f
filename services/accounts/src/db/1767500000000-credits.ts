import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table credit_entries (
     id uuid primary key, user_id uuid not null, amount_cents int not null check (amount_cents <> 0),
     granted_by text not null, reason text not null, idempotency_key text not null unique,
     created_at timestamptz not null default now())`,
  'create index credit_entries_by_user on credit_entries (user_id, created_at desc)',
  `create table admin_actions (
     id uuid primary key, who text not null, why text not null, action text not null, subject jsonb not null,
     created_at timestamptz not null default now())`,
  `create function refuse_change() returns trigger language plpgsql
     as $$ begin raise exception '% is only added to', tg_table_name; end $$`,
  ...['credit_entries', 'admin_actions'].map(
    (table) =>
      `create trigger ${table}_only_added before update or delete or truncate on ${table} execute function refuse_change()`,
  ),
];

/** The ledger of credits, and the log of administrators' actions; both are append-only. */
export class Credits1767500000000 implements MigrationInterface {
  readonly name = 'Credits1767500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('credit_entries')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table admin_actions, credit_entries');
    await runner.query('drop function refuse_change');
  }
}
