import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the assistant may ask to run commands on a machine of the person's own. Off until its person says so. */
export class MachineTools1770900000000 implements MigrationInterface {
  readonly name = 'MachineTools1770900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table machines add column tools boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table machines drop column tools'); // contracts 0.1.0, which predates the column
  }
}
