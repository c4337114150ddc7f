import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much the assistant asks, by persona. */
export class TrustModes1768400100000 implements MigrationInterface {
  readonly name = 'TrustModes1768400100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table trust_modes (
      user_id uuid not null, zofile_id uuid not null, mode text not null, primary key (user_id, zofile_id))`);
    for (const sql of tenantPolicies('trust_modes')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table trust_modes');
  }
}
