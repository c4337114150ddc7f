import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The number of steps and calls a run may use. The previous release inserts none; the default is its limits. */
export class BudgetsOfRuns1767800200000 implements MigrationInterface {
  readonly name = 'BudgetsOfRuns1767800200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table runs add column if not exists budget jsonb not null default '{"steps": 60, "calls": 200}'`,
    );
  }

  /** The column stays: the previous release ignores it. */
  async down(): Promise<void> {}
}
