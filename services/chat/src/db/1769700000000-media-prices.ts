import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an image, a video or a minute of sound costs, and the sums of spendings that no limit counts any more. */
export class MediaPrices1769700000000 implements MigrationInterface {
  readonly name = 'MediaPrices1769700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table media_models add column if not exists price double precision');
    await runner.query(`create table spent_months (
      month date not null, user_id uuid not null, payer_id uuid not null, task text not null, model text not null,
      is_priced boolean not null, requests bigint not null, nano bigint not null, tokens bigint not null,
      primary key (month, user_id, payer_id, task, model, is_priced))`);
    for (const sql of tenantPolicies('spent_months')) await runner.query(sql);
    await runner.query('create index spendings_by_age on spendings (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index spendings_by_age');
    await runner.query('drop table spent_months');
    // The column stays: the release before does not mind it.
  }
}
