import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores which change of an administrator was audited last. */
export class LastChange1767600000000 implements MigrationInterface {
  readonly name = 'LastChange1767600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table computers add column last_change text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table computers drop column last_change'); // contracts 0.1.0, which predates the column
  }
}
