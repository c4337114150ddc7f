import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table oauth_clients (
     id uuid primary key, name text not null, redirect_uris text[] not null, created_at timestamptz not null default now(),
     confirmed_at timestamptz, expires_at timestamptz not null)`,
  'create index oauth_clients_unconfirmed on oauth_clients (created_at) where confirmed_at is null',
  `create table oauth_codes (
     code_hash bytea primary key, user_id uuid not null references users (id) on delete cascade,
     client_id uuid not null references oauth_clients (id) on delete cascade, grant_id uuid not null,
     redirect_uri text not null, challenge text not null, scopes text[] not null, audience text not null,
     expires_at timestamptz not null, used_at timestamptz)`,
  'create index oauth_codes_by_user on oauth_codes (user_id, expires_at)',
  'create index oauth_codes_by_client on oauth_codes (client_id)',
  `create table oauth_grants (
     id uuid primary key, user_id uuid not null references users (id) on delete cascade,
     client_id uuid not null references oauth_clients (id), redirect_uri text not null, scopes text[] not null,
     audience text not null check (audience in ('api', 'mcp')), per_minute int not null, uses int not null default 0,
     family_hash bytea not null unique, refresh_hash bytea not null, created_at timestamptz not null default now(),
     expires_at timestamptz not null, last_used_at timestamptz)`,
  'create index oauth_grants_by_user on oauth_grants (user_id, created_at desc)',
  'create index oauth_grants_by_client on oauth_grants (client_id)',
  `create table oauth_access_tokens (
     token_hash bytea primary key, grant_id uuid not null references oauth_grants (id) on delete cascade,
     user_id uuid not null, scopes text[] not null, expires_at timestamptz not null)`,
  'create index oauth_access_tokens_by_grant on oauth_access_tokens (grant_id)',
];
const OF_USERS = ['oauth_codes', 'oauth_grants', 'oauth_access_tokens'];

/** Programs that sign in by OAuth: registrations, codes, and what users allowed. */
export class OAuth1770900000000 implements MigrationInterface {
  readonly name = 'OAuth1770900000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...OF_USERS.flatMap((table) => tenantPolicies(table))]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table oauth_access_tokens, oauth_grants, oauth_codes, oauth_clients');
  }
}
