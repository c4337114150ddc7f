import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a provider refuses the client of the installation. */
export class RefusedClients1771100000000 implements MigrationInterface {
  readonly name = 'RefusedClients1771100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_clients add column if not exists refused_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_clients drop column refused_at'); // contracts 0.1.0, which predates the column
  }
}
