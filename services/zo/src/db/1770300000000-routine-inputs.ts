import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a routine is run with on its own, by the name of the input. */
export class RoutineInputs1770300000000 implements MigrationInterface {
  readonly name = 'RoutineInputs1770300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table schedules add inputs jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table schedules drop inputs');
  }
}
