import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search service of each user. */
export class WebSearch1768100000000 implements MigrationInterface {
  readonly name = 'WebSearch1768100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table search_connections (
      user_id uuid primary key, id uuid not null, kind text not null, base_url text, key bytea,
      allow_private boolean not null default false, updated_at timestamptz not null default now())`);
    for (const sql of tenantPolicies('search_connections')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table search_connections');
  }
}
