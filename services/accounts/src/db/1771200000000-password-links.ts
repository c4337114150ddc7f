import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table password_links (
     code_hash bytea primary key, user_id uuid not null references users (id) on delete cascade,
     expires_at timestamptz not null)`,
  'create index password_links_by_user on password_links (user_id)',
];

/** Links by which a person who forgot the password sets a new one. */
export class PasswordLinks1771200000000 implements MigrationInterface {
  readonly name = 'PasswordLinks1771200000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('password_links')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table password_links');
  }
}
