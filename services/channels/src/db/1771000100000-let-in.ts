import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which messages were held until their user let them in. */
export class LetIn1771000100000 implements MigrationInterface {
  readonly name = 'LetIn1771000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages add column let_in boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table messages drop column let_in'); // contracts 0.1.0, which predates the column
  }
}
