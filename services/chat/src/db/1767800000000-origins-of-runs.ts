import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A run names the request that started it, and each request starts one run. Rows written by the previous release have
 * the default origin and no `origin_id`; both releases may run at the same time.
 */
const UP = [
  `alter table runs add column if not exists origin text not null default 'chat', add column if not exists origin_id text,
     alter column conversation_id drop not null`,
  // Row-level security applies to the owner of the table too.
  `select set_config('app.all_tenants', 'on', true)`,
  'update runs r set origin_id = m.parent_id from messages m where m.id = r.message_id',
  'create unique index runs_by_origin on runs (user_id, origin, origin_id)',
];

export class OriginsOfRuns1767800000000 implements MigrationInterface {
  readonly name = 'OriginsOfRuns1767800000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  /** The columns stay: the previous release ignores them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index runs_by_origin');
  }
}
