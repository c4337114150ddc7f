import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = `create table machines (
  id uuid primary key, user_id uuid not null, name text not null, platform text not null, folder text not null,
  shell boolean not null, secret_hash bytea not null, agent_key text not null,
  created_at timestamptz not null default now(), seen_at timestamptz)`;
const BY_USER = 'create index machines_by_user on machines (user_id)';

export class Machines1770700000000 implements MigrationInterface {
  readonly name = 'Machines1770700000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TABLE, BY_USER, ...tenantPolicies('machines')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table machines');
  }
}
