import type { MigrationInterface, QueryRunner } from 'typeorm';

/** With which session a device is forgotten. */
export class DeviceSessions1771000000000 implements MigrationInterface {
  readonly name = 'DeviceSessions1771000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table devices add column session_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table devices drop column session_id'); // contracts 0.1.0, which predates the column
  }
}
