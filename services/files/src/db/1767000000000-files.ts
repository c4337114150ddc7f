import { tenantPolicies } from '@zo/db';
import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table trashed (
     user_id uuid not null, name text not null, root text not null, path text[] not null,
     trashed_at timestamptz not null default now(), primary key (user_id, name))`,
  inboxTable,
];

export class Files1767000000000 implements MigrationInterface {
  readonly name = 'Files1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('trashed')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, trashed');
  }
}
