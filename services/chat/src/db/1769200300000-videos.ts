import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Videos that calls have ordered: a restart neither orders twice nor loses what was paid. */
export class Videos1769200300000 implements MigrationInterface {
  readonly name = 'Videos1769200300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table video_orders (
      call_id uuid primary key, user_id uuid not null, video_id text, created_at timestamptz not null default now())`);
    for (const sql of tenantPolicies('video_orders')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table video_orders');
  }
}
