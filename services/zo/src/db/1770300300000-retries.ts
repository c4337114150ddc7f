import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that failed before they did anything are tried again. */
export class Retries1770300300000 implements MigrationInterface {
  readonly name = 'Retries1770300300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table occurrences add attempt int not null default 0, add retry_at timestamptz');
    await runner.query('create index occurrences_by_retry on occurrences (retry_at) where retry_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table occurrences drop attempt, drop retry_at');
  }
}
