import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pictures that calls have answered, as models are shown them. */
export class PicturesOfCalls1769700100000 implements MigrationInterface {
  readonly name = 'PicturesOfCalls1769700100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table call_pictures (
      call_id uuid not null references tool_calls (id) on delete cascade, position int not null,
      user_id uuid not null, run_id uuid not null, bytes bytea not null, primary key (call_id, position))`);
    await runner.query('create index call_pictures_by_run on call_pictures (run_id)');
    for (const sql of tenantPolicies('call_pictures')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table call_pictures');
  }
}
