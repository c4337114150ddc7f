import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `create table zofiles (
     id uuid primary key, user_id uuid not null, name text not null, prompt text not null, image text,
     created_at timestamptz not null default now(), updated_at timestamptz not null default now(), unique (user_id, id))`,
  'create index zofiles_by_user on zofiles (user_id, created_at, id)',
  // `event_id` is empty except for schedules.
  `create table active_zofiles (
     user_id uuid not null, conversation_type text not null, event_id text not null, zofile_id uuid not null,
     primary key (user_id, conversation_type, event_id),
     foreign key (user_id, zofile_id) references zofiles (user_id, id) on delete cascade)`,
  'create index active_zofiles_by_zofile on active_zofiles (user_id, zofile_id)',
];

export class Zofiles1768000000000 implements MigrationInterface {
  readonly name = 'Zofiles1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('zofiles'), ...tenantPolicies('active_zofiles')])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table active_zofiles, zofiles');
  }
}
