import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run that waits long for its user has no worker until the answer is there. */
export class ParkedRuns1768700200000 implements MigrationInterface {
  readonly name = 'ParkedRuns1768700200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add column if not exists parked boolean not null default false');
    await runner.query('create index runs_parked on runs (id) where parked');
  }

  /** The column stays: the previous release ignores it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index runs_parked');
  }
}
