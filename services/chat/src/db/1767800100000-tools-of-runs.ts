import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tools a run may use; all of them by default. */
export class ToolsOfRuns1767800100000 implements MigrationInterface {
  readonly name = 'ToolsOfRuns1767800100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table runs add column if not exists tools jsonb not null default '{}'`);
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
