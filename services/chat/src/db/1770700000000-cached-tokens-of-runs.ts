import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which input of a run was cached, because it costs another price. */
export class CachedTokensOfRuns1770700000000 implements MigrationInterface {
  readonly name = 'CachedTokensOfRuns1770700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table runs add column if not exists cache_read_tokens bigint not null default 0,
      add column if not exists cache_write_tokens bigint not null default 0`);
  }

  /** The columns stay: the previous release ignores them. */
  async down(): Promise<void> {}
}
