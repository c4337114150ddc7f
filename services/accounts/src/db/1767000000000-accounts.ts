import { tenantPolicies } from '@zo/db';
import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table users (
     id uuid primary key, email text not null, handle text not null, full_name text not null default '', picture text,
     password_hash text not null, owner boolean not null default false, settings jsonb not null, onboarding jsonb not null,
     src text, referrer text, created_at timestamptz not null default now())`,
  'create unique index users_email on users (email)',
  'create unique index users_handle on users (handle)',
  'create unique index users_one_owner on users (owner) where owner',
  `create table sessions (
     id uuid primary key, user_id uuid not null references users (id) on delete cascade, token_hash bytea not null unique,
     user_agent text not null, created_at timestamptz not null default now(), last_seen_at timestamptz not null default now())`,
  'create index sessions_by_user on sessions (user_id, last_seen_at desc)',
  `create table invitations (
     id uuid primary key, code text not null unique, email text, created_at timestamptz not null default now(),
     expires_at timestamptz not null, used_by uuid)`,
  'create table installation (id int primary key check (id = 1), sign_up_mode text not null)',
  `insert into installation (id, sign_up_mode) values (1, 'invitation')`,
  inboxTable,
];

export class Accounts1767000000000 implements MigrationInterface {
  readonly name = 'Accounts1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('users', 'id'), ...tenantPolicies('sessions')])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, installation, invitations, sessions, users');
  }
}
