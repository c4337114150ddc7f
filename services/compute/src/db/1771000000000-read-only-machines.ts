import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a machine of the person's own lets Zo only read. The machine says so each time it links. */
export class ReadOnlyMachines1771000000000 implements MigrationInterface {
  readonly name = 'ReadOnlyMachines1771000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table machines add column read_only boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table machines drop column read_only'); // contracts 0.1.0, which predates the column
  }
}
