import { tenantPolicies } from '@zo/db';
import { inboxTable } from '@zo/events';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  'create sequence computer_number as int',
  `create table computers (
     id uuid primary key, user_id uuid not null unique, number int not null unique default nextval('computer_number'),
     handle text not null, owner boolean not null, created_at timestamptz not null default now(),
     started_at timestamptz, stopped_at timestamptz, wakes int not null default 0, failure text)`,
  inboxTable,
];

export class Compute1767000004000 implements MigrationInterface {
  readonly name = 'Compute1767000004000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...tenantPolicies('computers')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox, computers');
    await runner.query('drop sequence computer_number');
  }
}
