import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which visitors read a branch of a chat. Only the hash of what a link holds is kept. */
export class Shares1768600200000 implements MigrationInterface {
  readonly name = 'Shares1768600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table shares (
      id uuid primary key, user_id uuid not null, hash bytea not null unique,
      conversation_id uuid not null references conversations (id) on delete cascade,
      leaf_id uuid not null, expires_at timestamptz not null, created_at timestamptz not null default now())`);
    await runner.query('create index shares_of_conversation on shares (conversation_id)');
    for (const sql of tenantPolicies('shares')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table shares');
  }
}
