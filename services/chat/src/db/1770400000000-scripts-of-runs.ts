import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The scripts that a run of a routine begins with. */
export class ScriptsOfRuns1770400000000 implements MigrationInterface {
  readonly name = 'ScriptsOfRuns1770400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add script jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs drop script');
  }
}
