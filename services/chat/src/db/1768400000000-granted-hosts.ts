import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hosts that the commands of a user may reach in any chat. */
export class GrantedHosts1768400000000 implements MigrationInterface {
  readonly name = 'GrantedHosts1768400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table granted_hosts (
      id uuid primary key, user_id uuid not null, host text not null,
      granted_at timestamptz not null default now(), unique (user_id, host))`);
    for (const sql of tenantPolicies('granted_hosts')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table granted_hosts');
  }
}
