import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What runs were let to leave to run by itself, which is undone with them. */
export class PlacedFiles1769700200000 implements MigrationInterface {
  readonly name = 'PlacedFiles1769700200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table runs add column if not exists placed text[] not null default '{}'`);
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
