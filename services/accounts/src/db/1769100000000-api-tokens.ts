import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table api_tokens (
     id uuid primary key, user_id uuid not null references users (id) on delete cascade, name text not null,
     prefix text not null, token_hash bytea not null unique, scopes text[] not null, per_minute int not null,
     uses int not null default 0, created_at timestamptz not null default now(), expires_at timestamptz not null,
     last_used_at timestamptz)`,
  'create index api_tokens_by_user on api_tokens (user_id, created_at desc)',
];

/** Personal tokens, with which programs call the API. */
export class ApiTokens1769100000000 implements MigrationInterface {
  readonly name = 'ApiTokens1769100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('api_tokens')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table api_tokens');
  }
}
