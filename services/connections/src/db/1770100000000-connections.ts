import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  // Of the installation, entered by its owner.
  `create table app_clients (
     provider text primary key, client_id text not null, secret bytea not null,
     changed_by uuid not null, changed_at timestamptz not null default now())`,
  `create table connections (
     id uuid primary key, user_id uuid not null, app_slug text not null, account text, sealed bytea not null,
     scopes text[] not null, expires_at timestamptz, generation integer not null default 1,
     state text not null default 'ok' check (state in ('ok', 'broken')),
     created_at timestamptz not null default now(), unique (user_id, app_slug))`,
  `create table consents (
     state_hash text primary key, user_id uuid not null, session_id text not null, app_slug text not null,
     verifier bytea not null, expires_at timestamptz not null)`,
  'create index consents_by_user on consents (user_id, expires_at)',
];

export class Connections1770100000000 implements MigrationInterface {
  readonly name = 'Connections1770100000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('connections'), ...tenantPolicies('consents')])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table consents, connections, app_clients');
  }
}
