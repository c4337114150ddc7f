import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers that are told of news. The address of a push service is a secret: whoever knows it can write there. */
export class Devices1770200200000 implements MigrationInterface {
  readonly name = 'Devices1770200200000';

  async up(runner: QueryRunner): Promise<void> {
    const table = `create table devices (
      id uuid primary key, user_id uuid not null, endpoint_hash bytea not null, sealed bytea not null,
      name text not null, created_at timestamptz not null default now(), unique (user_id, endpoint_hash))`;
    for (const sql of [table, ...tenantPolicies('devices')]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table devices');
  }
}
