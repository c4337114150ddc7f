import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that only say what they would do. */
export class Rehearsals1770400200000 implements MigrationInterface {
  readonly name = 'Rehearsals1770400200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add rehearses text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs drop rehearses');
  }
}
