import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether notifications show what is asked. */
export class PushDetails1770800000000 implements MigrationInterface {
  readonly name = 'PushDetails1770800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table asked_by add column if not exists details boolean not null default false');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
