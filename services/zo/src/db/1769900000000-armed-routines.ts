import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules that run routines, one for each. */
export class ArmedRoutines1769900000000 implements MigrationInterface {
  readonly name = 'ArmedRoutines1769900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table schedules add routine_id text, add routine_hash text');
    await runner.query(
      'create unique index schedules_by_routine on schedules (user_id, routine_id) where routine_id is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table schedules drop routine_id, drop routine_hash');
  }
}
