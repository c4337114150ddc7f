import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the commands of a call were, and the undoing of a run. Contents before a run are kept by its computer now; the
 * table of the previous release, which still writes to it during an update, is emptied and stays.
 */
export class SnapshotsOfRuns1767900000000 implements MigrationInterface {
  readonly name = 'SnapshotsOfRuns1767900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table tool_calls add column if not exists commands jsonb not null default '[]'`);
    await runner.query('alter table runs add column if not exists undo_run_id text');
    await runner.query('truncate file_versions');
  }

  /** The columns stay: the previous release ignores them. */
  async down(): Promise<void> {}
}
