import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the last chunk of an upload arrived: a large file may take longer than a day. */
export class UsedUploads1771100200000 implements MigrationInterface {
  readonly name = 'UsedUploads1771100200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table uploads add column if not exists used_at timestamptz not null default now()');
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
