import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scripts of routines as they were armed, and how those of each run ended. */
export class Steps1770400000000 implements MigrationInterface {
  readonly name = 'Steps1770400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table schedules add steps jsonb not null default '[]'`);
    await runner.query(`alter table occurrences add scripts jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table occurrences drop scripts');
    await runner.query('alter table schedules drop steps');
  }
}
