import { tenantPolicies } from '@zo/db';
import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table uploads (
     id uuid primary key, user_id uuid not null, root text not null, path_parts text[] not null, file_name text not null,
     total_bytes bigint not null, chunk_bytes int not null, clash text not null, final_path text, created_at timestamptz not null default now())`,
  'create index uploads_by_user on uploads (user_id, created_at)',
  `create table chunks (
     upload_id uuid not null references uploads (id) on delete cascade, index int not null, user_id uuid not null, crc bigint not null,
     primary key (upload_id, index))`,
  inboxTable,
];

export class Uploads1767000000000 implements MigrationInterface {
  readonly name = 'Uploads1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('uploads'), ...tenantPolicies('chunks')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, chunks, uploads');
  }
}
