import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A number that waits for its code, while the proven one stays. */
export class NewNumbers1771100000000 implements MigrationInterface {
  readonly name = 'NewNumbers1771100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table phones add column if not exists new_number text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table phones drop column new_number'); // contracts 0.1.0, which predates the column
  }
}
