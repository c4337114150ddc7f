import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many steps and calls a run may take. The release before inserts none; its limits are the default. */
export class BudgetsOfRuns1767800200000 implements MigrationInterface {
  readonly name = 'BudgetsOfRuns1767800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table runs add column if not exists budget jsonb not null default '{"steps": 60, "calls": 200}'`,
    );
  }

  /** The column stays: the release before does not look at it. */
  async down(): Promise<void> {}
}
